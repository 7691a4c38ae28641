import { Link } from '@tanstack/react-router'
import type { Order } from '#contract/order.ts'
import { ORDER_STATE_META } from '#domain/orders/status.ts'
import { OrderStatus } from '#portal/order/OrderStatus.tsx'
import { listSeenLast } from '#portal/order/search-params.ts'
import { personOf, testsInWords, typedDate } from '#portal/order/words.ts'
import { InlineList } from '#ui/InlineList.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { OrderActions } from './actions/OrderActions.tsx'
import { OrderNext } from './OrderNext.tsx'

/** `Born … · test (code) · lab number … · ordered by …, institution`. */
function SubLine({ order }: { order: Order }) {
  const { document, accessionNumber, patient } = order
  const provider = `${document.orderingProvider.firstName} ${document.orderingProvider.lastName}`.trim()
  const items = [
    patient.dateOfBirth && `Born ${typedDate(patient.dateOfBirth)}`,
    testsInWords(order),
    accessionNumber && `lab number ${accessionNumber}`,
    provider
      ? `${order.orderedAt ? 'ordered' : 'to be ordered'} by ${provider}, ${order.institutionName}`
      : order.institutionName,
    document.isVOB && 'benefits verification',
  ]
  return <InlineList of={items} />
}

export function OrderHead({ order }: { order: Order }) {
  const { search, display } = ORDER_STATE_META[order.stage]
  return (
    <PageHead
      title={personOf(order)}
      tabTitle={`Order ${order.id}`}
      crumbs={[
        <Link key="orders" to="/orders" search={listSeenLast()}>
          Orders
        </Link>,
        ...(search
          ? [
              <Link key="status" to="/orders" search={{ status: search, orderBy: 'orderDate', page: 1 }}>
                {display}
              </Link>,
            ]
          : []),
        order.accessionNumber ?? `Order ${order.id}`,
      ]}
      badge={<OrderStatus order={order} />}
      sub={
        <>
          <SubLine order={order} />
          <OrderNext order={order} />
        </>
      }
      actions={<OrderActions order={order} />}
    />
  )
}
