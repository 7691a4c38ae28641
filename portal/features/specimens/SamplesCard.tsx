import type { Order } from '#contract/order.ts'
import type { Sample } from '#domain/orders/document.ts'
import { needsRecollection, sampleStatus } from '#domain/samples/sample.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import table from '#portal/order/card-table.module.css'
import { moreOfSpecimen } from '#portal/order/people-lines.ts'
import { roleOfSample } from '#portal/order/person.ts'
import { laboratoryDay, sampleAndBirth, typedDate } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { SampleStatusTag } from '#ui/SampleStatusTag.tsx'
import { AddTest } from './AddTest.tsx'
import { AskAvailability } from './AskAvailability.tsx'
import { Availability } from './Availability.tsx'
import { Recollection } from './Recollection.tsx'
import classes from './specimens.module.css'
import { Tracking } from './Tracking.tsx'
import * as texts from './texts.ts'

/** The specimens of a submitted order: whose, how they travel, and what further can be done with them. */
export function SamplesCard({ order }: { order: Order }) {
  const { samples } = order
  if (samples.length === 0) return null
  return (
    <Card title={samples.length > 1 ? texts.specimens : texts.specimen}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{texts.specimen}</th>
            <th scope="col">{texts.collected}</th>
            <th scope="col">{texts.shippedWith}</th>
            <th scope="col">{texts.atTheLaboratory}</th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => (
            <SampleRow
              key={sample.id}
              order={order}
              sample={sample}
              collected={order.document.samples.find(({ key }) => key === sample.key)}
            />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

interface SampleRowProps {
  order: Order
  sample: Order['samples'][number]
  /** What was said of its collection; nothing is of one that was taken again. */
  collected: Sample | undefined
}

function SampleRow({ order, sample, collected }: SampleRowProps) {
  const { hospitalCode, abilities } = order
  const more = collected ? moreOfSpecimen(order.document, collected) : ''
  const addable = abilities.includes('addTest') && sample.isAccessioned && sample.rejected === null
  const offered = abilities.includes('ship')
  const before = order.samples.find(({ id }) => id === sample.recollectionOf)
  const hasAvailabilityRequest = order.events.some(({ kind }) => kind === 'availability-asked')
  return (
    <>
      <tr>
        <td>
          <TextLink
            className={table.name}
            underline="always"
            to="/sample/$sampleId"
            params={{ sampleId: String(sample.id) }}
            aria-label={texts.sampleOf(sampleAndBirth(sample, order))}
          >
            {sample.specimenType}
          </TextLink>
          <div className={table.second}>
            {[sample.patientName, roleOfSample(order.document, sample)].filter(Boolean).join(', ')}
          </div>
          {more && <div className={table.second}>{more}</div>}
          {before?.rejected && (
            <div className={table.second}>
              {needsRecollection(sample) ? texts.willReplace : texts.replaces}
            </div>
          )}
        </td>
        <td data-name="Collected" className={classes.date}>
          {typedDate(sample.dateOfCollection) || '–'}
        </td>
        <td data-name={texts.shippedWith}>
          <Recollection sample={sample} order={order} offered={offered} />
          <Tracking sample={sample} order={order} offered={offered} />
        </td>
        <td data-name={texts.atTheLaboratory}>
          <SampleStatusTag
            status={sampleStatus(sample, {
              state: order.stage,
              hasPendingTest: order.pendingTests !== undefined,
            })}
          />
          {sample.rejected && <div className={classes.reason}>{sample.rejected.reason}</div>}
          {sample.accessionedAt && (
            <div className={table.second}>{texts.arrivedOn(laboratoryDay(sample.accessionedAt))}</div>
          )}
          <div className={classes.buttons}>
            <AddTest sample={sample} order={order} offered={addable} />
            <AskAvailability sample={sample} order={order} offered={addable} />
          </div>
        </td>
      </tr>
      {hasAvailabilityRequest && (
        <Availability
          hospitalCode={hospitalCode}
          sampleId={sample.id}
          specimen={sampleAndBirth(sample, order)}
          mayOrder={addable}
        />
      )}
    </>
  )
}
