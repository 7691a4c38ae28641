import { Link } from '@tanstack/react-router'
import type { Order } from '#contract/order.ts'
import { ORDER_STATE_META } from '#domain/orders/status.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { OrderStatus } from '#portal/order/OrderStatus.tsx'
import { listSeenLast } from '#portal/order/search-params.ts'
import { personOf, testsInWords, typedDate } from '#portal/order/words.ts'
import { InlineList } from '#ui/InlineList.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { OrderActions } from './actions/OrderActions.tsx'
import { OrderNext } from './OrderNext.tsx'
import * as texts from './texts.ts'

/** `Born … · test (code) · lab number … · ordered by …, institution`. */
function SubLine({ order }: { order: Order }) {
  const { document, accessionNumber, patient } = order
  const provider = `${document.orderingProvider.firstName} ${document.orderingProvider.lastName}`.trim()
  // Of a fetus or a loss, the person of record is the mother.
  const dob = isPrenatal(document) ? texts.mothersDob : texts.dob
  const items = [
    patient.dateOfBirth && dob(typedDate(patient.dateOfBirth)),
    testsInWords(order),
    accessionNumber && texts.labNumber(accessionNumber),
    provider
      ? texts.orderedBy(order.orderedAt ? 'ordered' : 'to be ordered', provider, order.institutionName)
      : order.institutionName,
    document.isVOB && texts.benefitsVerification,
  ]
  return <InlineList of={items} />
}

export function OrderHead({ order }: { order: Order }) {
  const { search, display } = ORDER_STATE_META[order.stage]
  return (
    <PageHead
      title={personOf(order)}
      tabTitle={texts.order(order.id)}
      crumbs={[
        <Link key="orders" to="/orders" search={listSeenLast()}>
          {texts.orders}
        </Link>,
        ...(search
          ? [
              <Link key="status" to="/orders" search={{ status: search, orderBy: 'orderDate', page: 1 }}>
                {display}
              </Link>,
            ]
          : []),
        order.accessionNumber ?? texts.order(order.id),
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
