import { useDeferredValue } from 'react'
import type { OrderDocument } from '#domain/orders/document.ts'
import { showDate } from '#ui/dates.ts'
import { useFormState } from '../draft/form-context.ts'
import type { FormState } from '../draft/order-form.ts'
import { BILLING_LABELS, PAYMENT_METHOD_LABELS, shownCode } from '../labels.ts'
import classes from './review.module.css'
import { SectionCard } from './SectionCard.tsx'

type Line = readonly [name: string, value: string]

const joined = (parts: readonly string[], by = ' · ') => parts.filter((part) => part !== '').join(by)

function patientLines({ patients }: OrderDocument): Line[] {
  const patient = patients[0]
  if (!patient) return []
  const { address } = patient
  const place = joined([address.state, address.postalCode], ' ')
  return [
    ['Patient', joined([patient.firstName, patient.lastName], ' ')],
    ['Born', showDate(patient.dateOfBirth)],
    ['Sex', patient.sex],
    ['Ethnicity', patient.ethnicities.join(', ')],
    ['Your record number', patient.recordNumber],
    ['Contact', joined([patient.email, patient.phone])],
    ['Address', joined([address.addressLine1, address.addressLine2, address.city, place], ', ')],
  ]
}

function paymentLines({ payment, tests }: OrderDocument): Line[] {
  if (payment.billingType === '') return [['Payment', '']]
  const { insurance } = payment
  const holder = joined([insurance.holderFirstName, insurance.holderLastName], ' ')
  const details = {
    SelfPay: payment.paymentMethod === 'None' ? '' : PAYMENT_METHOD_LABELS[payment.paymentMethod],
    Insurance: joined([
      insurance.company,
      insurance.memberId && `member ${insurance.memberId}`,
      insurance.groupNumber && `group ${insurance.groupNumber}`,
      insurance.holderRelationship === 'Self' ? 'held by the patient' : holder && `held by ${holder}`,
    ]),
    Intitutional: '',
    DoNotBill: tests.length > 0 ? 'nobody is billed' : '',
  }
  return [['Payment', joined([BILLING_LABELS[payment.billingType], details[payment.billingType]])]]
}

/** What will be sent, line by line; '' where nothing is said. */
function linesOf({ document, tests }: FormState): Line[] {
  const { orderingProvider: provider } = document
  const sample = document.samples[0]
  const titles = new Map(tests.flatMap((test) => test.consents).map((one) => [one.id, one.title]))
  return [
    [
      'Tests',
      joined(
        document.tests.map((test) => {
          const details = tests.find((one) => one.code === test.testCode)
          return joined([test.testName, details ? `(${shownCode(details)})` : ''], ' ')
        }),
      ),
    ],
    ...patientLines(document),
    [
      'Specimen',
      joined([
        sample?.specimenType ?? '',
        sample?.dateOfCollection ? `collected ${showDate(sample.dateOfCollection)}` : '',
      ]),
    ],
    [
      'Indications',
      joined(document.indicationsForTesting.map((one) => joined([one.code, one.description], ' '))),
    ],
    ['Clinical notes', document.clinicalNotes],
    [
      'Consents',
      joined(
        document.consents
          .filter((one) => one.answer !== null)
          .map((one) => `${titles.get(one.consentId) ?? one.consentId}: ${one.answer ? 'yes' : 'no'}`),
      ),
    ],
    ...paymentLines(document),
    [
      'Ordering provider',
      joined([joined([provider.firstName, provider.lastName], ' '), provider.npi && `NPI ${provider.npi}`]),
    ],
    [
      'Also report to',
      joined(
        document.recipients.map((one) => joined([one.name, one.fax && `fax ${one.fax}`, one.email], ', ')),
      ),
    ],
  ]
}

const whole = (state: FormState) => state

/** A read-only summary of what will be sent; it may lag behind the typing. */
export function ReviewSection() {
  const state = useDeferredValue(useFormState(whole))
  return (
    <SectionCard section="review" sub="What the laboratory will receive.">
      <dl className={classes.list}>
        {linesOf(state).map(([name, value]) => (
          <div key={name} className={classes.line}>
            <dt>{name}</dt>
            <dd data-empty={value === '' || undefined}>{value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}
