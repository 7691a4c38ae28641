import { Link } from '@tanstack/react-router'
import type { FullSample } from '#contract/sample.ts'
import { isRecollectionDue, needsRecollection } from '#domain/samples/sample.ts'
import lines from '#portal/order/order-lines.module.css'
import { roleOfSample } from '#portal/order/person.ts'
import { typedDate } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { SampleStatusTag } from '#ui/SampleStatusTag.tsx'
import * as texts from './texts.ts'
import { sampleTitle } from './words.ts'

/** The other samples of the order, and of the family's orders; nothing where there are none. */
export function Siblings({ details: { sample, order, siblings } }: { details: FullSample }) {
  if (siblings.length === 0) return null
  return (
    <Card title={texts.familySamples}>
      <ul className={lines.lines}>
        {siblings.map((one) => (
          <li key={one.id} className={lines.line}>
            <div className={lines.what}>
              <Link to="/sample/$sampleId" params={{ sampleId: String(one.id) }} className={lines.link}>
                {sampleTitle(one)}
              </Link>
              <div className={lines.detail}>
                <InlineList
                  of={[
                    one.orderId === sample.orderId
                      ? roleOfSample(order.document, one)
                      : one.relationship.toLowerCase(),
                    one.dateOfCollection && texts.collectedOn(typedDate(one.dateOfCollection)),
                    one.shipment && `${one.shipment.carrier} ${one.shipment.trackingNumber}`,
                    one.orderId !== sample.orderId && texts.orderInList(one.orderId),
                    one.rejected?.reason,
                    (one.orderId === sample.orderId
                      ? isRecollectionDue(one, order.state)
                      : needsRecollection(one)) && texts.recollectionOpen,
                  ]}
                />
              </div>
            </div>
            <div className={lines.end}>
              <SampleStatusTag status={one.status} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
