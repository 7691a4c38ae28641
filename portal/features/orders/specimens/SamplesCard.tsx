import type { Order } from '#contract/order.ts'
import type { Sample } from '#domain/orders/document.ts'
import { Card } from '#ui/Card.tsx'
import { specimenInWords } from '../../create/review/people-lines.ts'
import table from '../card-table.module.css'
import { typedDate } from '../words.ts'
import { AddTest } from './AddTest.tsx'
import { AskAvailability } from './AskAvailability.tsx'
import { Availability } from './Availability.tsx'
import classes from './specimens.module.css'
import { Tracking } from './Tracking.tsx'

/** The specimens of a submitted order: whose, how they travel, and what further can be done with them. */
export function SamplesCard({ order }: { order: Order }) {
  const { samples } = order
  if (samples.length === 0) return null
  // A sample was made of each specimen of a kind, in their order.
  const collected = order.document.samples.filter(({ specimenType }) => specimenType !== '')
  return (
    <Card title={samples.length > 1 ? 'Specimens' : 'Specimen'}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Specimen</th>
            <th scope="col">Collected</th>
            <th scope="col">Shipped with</th>
            <th scope="col">At the laboratory</th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample, index) => (
            <SampleRow
              key={sample.id}
              order={order}
              sample={sample}
              collected={collected.length === samples.length ? collected[index] : undefined}
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
  /** What was said of its collection, where that is known. */
  collected: Sample | undefined
}

function SampleRow({ order, sample, collected }: SampleRowProps) {
  const { hospitalCode, abilities } = order
  const more = collected ? specimenInWords({ ...collected, specimenType: '', dateOfCollection: '' }) : ''
  const addable = abilities.includes('addTest') && sample.isAccessioned
  const wasAsked = order.events.some(({ kind }) => kind === 'availability-asked')
  return (
    <>
      <tr>
        <td>
          <div className={table.name}>{sample.specimenType}</div>
          <div className={table.second}>
            {sample.patientName}, {sample.relationship.toLowerCase()}
          </div>
          {more && <div className={table.second}>{more}</div>}
        </td>
        <td data-name="Collected" className={classes.date}>
          {typedDate(sample.dateOfCollection) || '–'}
        </td>
        <td data-name="Shipped with">
          <Tracking sample={sample} hospitalCode={hospitalCode} offered={abilities.includes('ship')} />
        </td>
        <td data-name="At the laboratory">
          {sample.isAccessioned ? 'Arrived' : 'Not yet'}
          <div className={classes.buttons}>
            <AddTest sample={sample} hospitalCode={hospitalCode} offered={addable} />
            <AskAvailability sample={sample} hospitalCode={hospitalCode} offered={addable} />
          </div>
        </td>
      </tr>
      {wasAsked && <Availability hospitalCode={hospitalCode} sampleId={sample.id} mayOrder={addable} />}
    </>
  )
}
