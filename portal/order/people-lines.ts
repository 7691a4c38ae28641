import type { OrderDocument, Patient, PatientKey, Payment, Sample } from '#domain/orders/document.ts'
import { showDate } from '#ui/dates.ts'
import { BILLING_LABELS, PAYMENT_METHOD_LABELS } from './labels.ts'
import { addressInWords } from './person.ts'

/** A line of the review: what it is about, and what is said; '' where nothing is. */
export type Line = readonly [name: string, value: string]

export const joinTexts = (texts: readonly string[], by = ' · ') =>
  texts.filter((text) => text !== '').join(by)

export const nameOf = (person: Pick<Patient, 'firstName' | 'lastName'>) =>
  joinTexts([person.firstName, person.lastName], ' ')

/** Whose something is: a relative by what they are to the patient. */
export function personLabelOf(key: PatientKey, { patients }: OrderDocument): string {
  const person = patients.find((one) => one.key === key)
  return person && person !== patients[0] ? joinTexts([person.relationship, nameOf(person)], ' ') : ''
}

const contactLine = ({ contacts, preferredContact }: Patient) =>
  joinTexts([
    ...contacts.map((contact) => contact.value),
    preferredContact !== '' ? `preferred: ${preferredContact}` : '',
  ])

const addressLine = ({ addresses }: Patient) => joinTexts(addresses.map(addressInWords), '; ')

function patientLines(patient: Patient): Line[] {
  return [
    ['Patient', nameOf(patient)],
    ['Born', showDate(patient.dateOfBirth)],
    ['Sex', patient.sex],
    ['Ethnicity', patient.ethnicities.join(', ')],
    ['Your record number', patient.recordNumber],
    ['Contact', contactLine(patient)],
    ['Address', addressLine(patient)],
  ]
}

function relativeLine(relative: Patient): Line {
  return [
    relative.relationship,
    joinTexts([
      nameOf(relative),
      relative.dateOfBirth && `born ${showDate(relative.dateOfBirth)}`,
      relative.sex,
      relative.affected.toLowerCase(),
      relative.ethnicities.join(', '),
      relative.recordNumber && `record ${relative.recordNumber}`,
      contactLine(relative),
      addressLine(relative),
      relative.payment ? `pays apart: ${paymentInWords(relative.payment)}` : '',
    ]),
  ]
}

/** Everybody of the order. */
export function peopleLines({ patients }: OrderDocument): Line[] {
  const [proband, ...relatives] = patients
  return [...(proband ? patientLines(proband) : []), ...relatives.map(relativeLine)]
}

/** How a specimen was taken, in one line. */
export function specimenInWords(sample: Sample): string {
  const answerInWords = (words: string, answer: string) =>
    answer === '' ? '' : `${words}: ${answer.toLowerCase()}`
  return joinTexts([
    joinTexts([sample.specimenType, sample.tissue, sample.approach], ' '),
    sample.dateOfCollection && `collected ${showDate(sample.dateOfCollection)}`,
    sample.counselor && `by ${sample.counselor}`,
    sample.labFrom && `from ${sample.labFrom}`,
    answerInWords('additional culture', sample.additionalCulture),
    answerInWords('tested here before', sample.priorTestPerformed),
    sample.bgFamilyNumber && `family number ${sample.bgFamilyNumber}`,
  ])
}

export function specimenLines(document: OrderDocument): Line[] {
  return document.samples.map((sample): Line => {
    const of = personLabelOf(sample.patient, document)
    return [of === '' ? 'Specimen' : `Specimen of ${of}`, specimenInWords(sample)]
  })
}

/** What the patient is to who holds the policy. */
const IS_TO_HOLDER = {
  ...{ '': '', Self: '', Spouse: 'the patient is the spouse', Child: 'the patient is a child' },
  Other: 'the patient is another relative or dependent',
} as const

export function paymentInWords({ billingType, paymentMethod, insurance }: Payment): string {
  if (billingType === '') return ''
  const holder = nameOf({ firstName: insurance.holderFirstName, lastName: insurance.holderLastName })
  const details = {
    SelfPay: paymentMethod === 'None' ? '' : PAYMENT_METHOD_LABELS[paymentMethod],
    Insurance: joinTexts([
      joinTexts([insurance.company, insurance.kind && `(${insurance.kind})`], ' '),
      insurance.memberId && `member ${insurance.memberId}`,
      insurance.groupNumber && `group ${insurance.groupNumber}`,
      insurance.holderRelationship === 'Self'
        ? 'the patient’s own policy'
        : joinTexts([holder && `policy of ${holder}`, IS_TO_HOLDER[insurance.holderRelationship]], ', '),
    ]),
    Intitutional: '',
    DoNotBill: 'nobody is billed',
  }
  return joinTexts([BILLING_LABELS[billingType], details[billingType]])
}
