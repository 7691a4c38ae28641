import type { Order } from '#contract/order.ts'
import { OrderLink } from '#portal/order/OrderLink.tsx'
import { OrderStatus } from '#portal/order/OrderStatus.tsx'
import lines from '#portal/order/order-lines.module.css'
import { bornInWords, fullName } from '#portal/order/words.ts'
import { InlineList } from '#ui/InlineList.tsx'
import * as texts from './texts.ts'

type Related = Order['relatedOrders'][number]

/** What one order is to the other, by how the later of the two was made. */
const WORDS = {
  origin: {
    again: texts.repeatsOrder,
    relative: texts.relativeOfPatient,
    order: 'The benefits verification that this order was made of',
  },
  copy: {
    again: texts.orderedAgain,
    relative: texts.orderedForARelative,
    order: 'Ordered from this benefits verification',
  },
  sibling: { again: texts.orderedAgain, relative: texts.orderedForAnotherRelative, order: 'Ordered too' },
} as const satisfies Record<Related['relation'], Record<Related['as'], string>>

/** The orders that this one was made from, or that were made of it; nothing where there are none. */
export function RelatedOrders({ order: { relatedOrders } }: { order: Order }) {
  if (relatedOrders.length === 0) return null
  return (
    <ul className={lines.lines} aria-label={texts.relatedOrders}>
      {relatedOrders.map((related) => (
        <li key={related.id} className={lines.line}>
          <div className={lines.what}>
            <OrderLink order={related} className={lines.link}>
              {[fullName(related.patient), related.patient.fetuses].filter(Boolean).join(', ')}
            </OrderLink>
            <div className={lines.detail}>
              <InlineList
                of={[
                  bornInWords(related.patient),
                  WORDS[related.relation][related.as],
                  texts.orderNumber(related.id),
                  related.testName,
                ]}
              />
            </div>
          </div>
          {/* A verification is never submitted: its state as an order would say that it still waits for that. */}
          {(related.relation !== 'origin' || related.as !== 'order') && (
            <div className={lines.end}>
              <OrderStatus order={related} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
