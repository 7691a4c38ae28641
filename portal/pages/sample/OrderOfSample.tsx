import type { Order } from '#contract/order.ts'
import { OrderLink } from '#portal/order/OrderLink.tsx'
import { OrderStatus } from '#portal/order/OrderStatus.tsx'
import lines from '#portal/order/order-lines.module.css'
import { laboratoryDay, personAndBirthOf, testsInWords } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { showDate } from '#ui/dates.ts'
import { InlineList } from '#ui/InlineList.tsx'
import * as texts from './texts.ts'

/** The order that the sample came with. */
export function OrderOfSample({ order }: { order: Order }) {
  const summary = [
    texts.orderNumber(order.id),
    personAndBirthOf(order),
    order.orderedAt && texts.orderedOn(laboratoryDay(order.orderedAt)),
    order.expectedOn &&
      (order.state !== 'reported' || order.pendingTests) &&
      texts.reportExpectedOn(showDate(order.expectedOn)),
  ]
  return (
    <Card title={texts.orderHeading}>
      <ul className={lines.lines}>
        <li className={lines.line}>
          <div className={lines.what}>
            <OrderLink order={order} className={lines.link}>
              {testsInWords(order)}
            </OrderLink>
            <div className={lines.detail}>
              <InlineList of={summary} />
            </div>
          </div>
          <div className={lines.end}>
            <OrderStatus order={order} />
          </div>
        </li>
      </ul>
    </Card>
  )
}
