import { Link } from '@tanstack/react-router'
import type { FullSample } from '#contract/sample.ts'
import { needsRecollection } from '#domain/samples/sample.ts'
import lines from '#portal/order/order-lines.module.css'
import { typedDate } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { SampleStatusTag } from '#ui/SampleStatusTag.tsx'
import { sampleTitle } from './words.ts'

/** The other samples of the order, and of the family's orders; nothing where there are none. */
export function Siblings({ details: { sample, siblings } }: { details: FullSample }) {
  if (siblings.length === 0) return null
  return (
    <Card title="Other samples of the family">
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
                    one.relationship,
                    one.dateOfCollection && `collected ${typedDate(one.dateOfCollection)}`,
                    one.shipment && `${one.shipment.carrier} ${one.shipment.trackingNumber}`,
                    one.orderId !== sample.orderId && `order ${one.orderId}`,
                    one.rejected?.reason,
                    needsRecollection(one) && 'to be taken again',
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
