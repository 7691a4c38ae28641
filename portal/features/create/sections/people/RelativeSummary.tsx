import { memo } from 'react'
import type { PatientKey, Payment } from '#domain/orders/document.ts'
import { samplesOf } from '#domain/orders/family.ts'
import type { OrderSection } from '#domain/orders/points.ts'
import { useFormState } from '#portal/features/create/draft/form-context.ts'
import { valueAt } from '#portal/features/create/draft/pointer.ts'
import { focusField } from '#portal/features/create/focus-field.ts'
import { BILLING_LABELS } from '#portal/order/labels.ts'
import { showDate } from '#ui/dates.ts'
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
    <ul className={classes.own} aria-label="Also of this person">
      {!isVOB && (
        <Line
          what="Specimen"
          path={`/samples/${first}/specimenType`}
          section="specimens"
          words={ownSamples.map((sample) => specimenInWords(sample)).join(', ') || 'none is sent'}
        />
      )}
      {given.length > 0 && (
        <Line
          what="Consents"
          path={`/consents/${patientKey}`}
          section="consents"
          words={refused === 0 ? 'yes to all' : `${given.length - refused} of ${given.length} yes`}
        />
      )}
      <Line
        what="Payer"
        path={`${at}/payment`}
        section="payment"
        words={payment === null ? 'with the order' : payer ? BILLING_LABELS[payer] : 'their own'}
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
  if (specimenType === '') return 'type to be chosen'
  return dateOfCollection === '' ? specimenType : `${specimenType}, collected ${showDate(dateOfCollection)}`
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
