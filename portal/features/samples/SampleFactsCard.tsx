import { Fragment, type ReactNode } from 'react'
import type { WholeSample } from '#contract/sample.ts'
import { isToBeTakenAgain, specimenKey } from '#domain/samples/sample.ts'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { specimenInWords } from '../create/review/people-lines.ts'
import classes from '../orders/order-content-card.module.css'
import { AvailabilityList } from '../orders/specimens/Availability.tsx'
import { Tracking } from '../orders/specimens/Tracking.tsx'
import { bornAndSex, sampleAndBirth, typedDate } from '../orders/words.ts'
import { mayServe } from './may-serve.ts'

/** What is known of the sample itself, and how it travels. */
export function SampleFactsCard({ whole }: { whole: WholeSample }) {
  const { sample, order } = whole
  const { document } = order
  const taken = document.samples.find(({ key }) => key === specimenKey(sample.key))
  const person = document.patients.find(({ key }) => key === taken?.patient)
  const more = taken ? specimenInWords({ ...taken, specimenType: '', dateOfCollection: '' }) : ''
  const facts: [string, ReactNode][] = [
    ['Patient', [sample.patientName, sample.relationship.toLowerCase()].join(', ')],
    ['Born, sex', person ? bornAndSex(person) : ''],
    [
      'Specimen',
      [sample.specimenType, sample.recollectionOf === null ? more : ''].filter(Boolean).join(' · '),
    ],
    ['Collected', typedDate(sample.dateOfCollection) || (isToBeTakenAgain(sample) ? 'Not yet' : 'Not given')],
    [
      'Shipped with',
      <>
        {isToBeTakenAgain(sample) && 'Not yet'}
        <Tracking sample={sample} order={order} offered={order.abilities.includes('ship')} />
      </>,
    ],
    ['Arrived', sample.accessionedAt ? showInstant(sample.accessionedAt) : 'Not yet'],
    ['Laboratory number', sample.labNumber ?? 'None yet'],
  ]
  return (
    <Card title="Sample">
      <dl className={classes.facts}>
        {facts.map(([name, value]) =>
          value ? (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ) : null,
        )}
      </dl>
      <AvailabilityList
        hospitalCode={sample.hospitalCode}
        sampleId={sample.id}
        specimen={sampleAndBirth(sample, order)}
        mayOrder={mayServe(whole)}
      />
    </Card>
  )
}
