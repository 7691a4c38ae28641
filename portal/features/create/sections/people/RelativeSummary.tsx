import { memo } from 'react'
import type { PatientKey, Payment } from '#domain/orders/document.ts'
import { samplesOf } from '#domain/orders/family.ts'
import type { OrderSection } from '#domain/orders/points.ts'
import { useFormState } from '#portal/features/create/draft/form-context.ts'
import { valueAt } from '#portal/features/create/draft/pointer.ts'
import { focusField } from '#portal/features/create/focus-field.ts'
import { BILLING_LABELS } from '#portal/order/labels.ts'
import { showDate } from '#ui/dates.ts'
import * as texts from '../texts.ts'
import classes from './people.module.css'

/** A relative's own specimen, consents and payer, each a way to where it is filled in. */
export const RelativeSummary = memo(function RelativeSummary({
  at,
  patientKey,
}: {
  at: string
  patientKey: PatientKey
}) {
  const samples = useFormState((state) => state.document.samples)
  const consents = useFormState((state) => state.document.consents)
  const isVOB = useFormState((state) => state.document.isVOB)
  const payment = useFormState((state) => valueAt(state.document, `${at}/payment`)) as Payment | null
  const ownSamples = samplesOf({ samples }, patientKey)
  const first = samples.findIndex((sample) => sample.patient === patientKey)
  const given = consents.filter(({ patient }) => patient === patientKey)
  const refused = given.filter(({ answer }) => answer !== true).length
  const payer = payment?.billingType
  return (
    <ul className={classes.own} aria-label={texts.alsoForPerson}>
      {!isVOB && (
        <Line
          what={texts.specimen}
          path={`/samples/${first}/specimenType`}
          section="specimens"
          words={ownSamples.map((sample) => specimenInWords(sample)).join(', ') || texts.noSpecimen}
        />
      )}
      {given.length > 0 && (
        <Line
          what={texts.consents}
          path={`/consents/${patientKey}`}
          section="consents"
          words={refused === 0 ? texts.yesToAll : texts.yesToSome(given.length - refused, given.length)}
        />
      )}
      <Line
        what={texts.payer}
        path={`${at}/payment`}
        section="payment"
        words={payment === null ? texts.withOrder : payer ? BILLING_LABELS[payer] : texts.ownPayer}
      />
    </ul>
  )
})

function specimenInWords({
  specimenType,
  dateOfCollection,
}: {
  specimenType: string
  dateOfCollection: string
}) {
  if (specimenType === '') return texts.typeNotChosen
  return dateOfCollection === ''
    ? specimenType
    : texts.typeAndCollected(specimenType, showDate(dateOfCollection))
}

function Line(props: { what: string; words: string; path: string; section: OrderSection }) {
  return (
    <li>
      <button type="button" className={classes.jump} onClick={() => focusField(props.path, props.section)}>
        {props.what}
      </button>
      : {props.words}
    </li>
  )
}
