import { Fragment, type ReactNode } from 'react'
import type { FullSample } from '#contract/sample.ts'
import { isFetusKey, personOfRecord } from '#domain/orders/subject.ts'
import { needsRecollection, specimenKey, specimenNumber } from '#domain/samples/sample.ts'
import { AvailabilityList, Tracking } from '#portal/features/specimens/public.ts'
import classes from '#portal/order/content-card.module.css'
import { moreOfSpecimen } from '#portal/order/people-lines.ts'
import { roleOfSample } from '#portal/order/person.ts'
import { bornAndSex, sampleAndBirth, typedDate } from '#portal/order/words.ts'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { mayServe } from './may-serve.ts'
import * as texts from './texts.ts'

/** What is known of the sample itself, and how it travels. */
export function SampleDetailsCard({ sampleDetails }: { sampleDetails: FullSample }) {
  const { sample, order } = sampleDetails
  const { document } = order
  const taken = document.samples.find(({ key }) => key === specimenKey(sample.key))
  const person = personOfRecord(document, taken?.patient ?? '')
  const isOfFetus = taken !== undefined && isFetusKey(taken.patient)
  const more = taken ? moreOfSpecimen(document, taken) : ''
  const details: [string, ReactNode][] = [
    ['Patient', [sample.patientName, roleOfSample(document, sample)].filter(Boolean).join(', ')],
    [isOfFetus ? texts.mothersDobSex : texts.dobSex, person ? bornAndSex(person) : ''],
    [
      'Specimen',
      [sample.specimenType, sample.recollectionOf === null ? more : ''].filter(Boolean).join(' · '),
    ],
    [texts.specimenId, specimenNumber(order.id, sample.key)],
    [
      'Collected',
      typedDate(sample.dateOfCollection) || (needsRecollection(sample) ? texts.notYet : texts.notGiven),
    ],
    [
      texts.shippedWith,
      <>
        {needsRecollection(sample) && texts.notYet}
        <Tracking sample={sample} order={order} offered={order.abilities.includes('ship')} />
      </>,
    ],
    ['Arrived', sample.accessionedAt ? showInstant(sample.accessionedAt) : texts.notYet],
    [texts.laboratoryNumber, sample.labNumber ?? texts.noneYet],
  ]
  return (
    <Card title={texts.sample}>
      <dl className={classes.facts}>
        {details.map(([name, value]) =>
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
        mayOrder={mayServe(sampleDetails)}
      />
    </Card>
  )
}
