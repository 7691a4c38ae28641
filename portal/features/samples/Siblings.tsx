import { Link } from '@tanstack/react-router'
import type { WholeSample } from '#contract/sample.ts'
import { isToBeTakenAgain } from '#domain/samples/sample.ts'
import { Card } from '#ui/Card.tsx'
import { Parts } from '#ui/Parts.tsx'
import { SampleStatusTag } from '#ui/SampleStatusTag.tsx'
import lines from '../dashboard/order-lines.module.css'
import { typedDate } from '../orders/words.ts'
import { sampleTitle } from './words.ts'

/** The other samples of the order, and of the family's orders; nothing where there are none. */
export function Siblings({ whole: { sample, siblings } }: { whole: WholeSample }) {
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
                <Parts
                  of={[
                    one.relationship,
                    one.dateOfCollection && `collected ${typedDate(one.dateOfCollection)}`,
                    one.shipment && `${one.shipment.carrier} ${one.shipment.trackingNumber}`,
                    one.orderId !== sample.orderId && `order ${one.orderId}`,
                    one.rejected?.reason,
                    isToBeTakenAgain(one) && 'to be taken again',
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
