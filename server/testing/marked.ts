import {
  blankPatient,
  blankPayment,
  blankSample,
  newOrder,
  type OrderDocument,
  type Patient,
} from '#domain/orders/document.ts'
import { insuredOrder } from './world-payers.ts'

/** In every text of a marked patient, of their family, and written about them. */
export const MARK = 'Quillmark'
export const MARKED = {
  born: '1987-09-23',
  phone: '+16145550163',
  email: 'quillmark@family.test',
  record: 'QM-7720-4418-X',
}

/** Everything that would identify marked data, in any spelling that a format has for it. */
export const TRACES = new RegExp(
  [
    'quillmark',
    '(?<![\\d.])1987-?09-?23(?!\\d(?!\\d{5}))',
    '0?9/23/1987',
    '614[) .-]*555[ .-]*0163',
    'QM-?7720-?4418-?X',
  ].join('|'),
  'i',
)

/** Values with a meaning to the program: a word from a list, or a key. */
const CODED =
  /^(key|patient|relationship|affected|sex|type|reference|country|state|specimenType|tissue|approach|additionalCulture|priorTestPerformed|performed|performingLab|aneuploidyFish|chromosom\w+|maternalSerumScreening|nonInvasivePrenatalScreening|result|familyHistoryOfDiseaseBeingTested|relationshipType|consentId|kind|holderRelationship|billingType|paymentMethod|testCode|code|kitType|preferredContact|draftKey|uploadKey|requestKey|npi)$/

/** `value` with the mark in every text: dates become the marked person's, coded values are unchanged. */
export function markValues<T>(value: T, key = ''): T {
  if (typeof value === 'string') {
    if (CODED.test(key)) return value
    return (/date|birth/i.test(key) ? MARKED.born : `${MARK} ${value}`.trim()) as T
  }
  if (Array.isArray(value)) return value.map((one) => markValues(one, key)) as T
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, markValues(one, name)])) as T
}

function person(relationship: Patient['relationship'], key: string): Patient {
  const blank = blankPatient(relationship, key)
  return {
    ...blank,
    ...{ firstName: `${MARK}a`, lastName: `${MARK}son`, dateOfBirth: MARKED.born, sex: 'Female' },
    recordNumber: MARKED.record,
    addresses: blank.addresses.map((one) => ({
      ...{ ...one, addressLine1: `1 ${MARK} Lane`, addressLine2: MARK, city: `${MARK}ville` },
      ...{ state: 'IL', postalCode: '60601' },
    })),
    contacts: blank.contacts.map((one) => ({
      ...one,
      value: one.type === 'Email' ? MARKED.email : MARKED.phone,
    })),
  }
}

/** A draft with the mark in every field, even where no valid order could have it. */
export function markedDraft(): OrderDocument {
  const blank = newOrder()
  const mother = { ...person('Mother', 'relative-1'), payment: blankPayment() }
  return markValues<OrderDocument>({
    ...blank,
    patients: [person('Proband', 'proband'), mother],
    samples: [blankSample('proband', 's1'), blankSample('relative-1', 's2')],
    indicationsForTesting: [{ code: 'F84.0', description: '' }],
    imaging: [{ type: '', result: '', date: '', details: '' }],
    familyHistory: {
      familyHistoryOfDiseaseBeingTested: '',
      diagnoses: [{ relationshipType: 'Maternal', relative: '', diagnosis: '', ageAtDiagnosis: '' }],
    },
    recipients: [{ name: '', fax: '', email: '' }],
    overrides: [{ key: 'none', reason: '' }],
  })
}

let siblings = 0

/** An order that the laboratory accepts, for a marked, insured person: a different one each time. */
export function markedOrder(): OrderDocument {
  siblings += 1
  const proband = { ...person('Proband', 'proband'), firstName: MARK + 'a'.repeat(siblings) }
  const order = insuredOrder({ memberId: `TM-${MARK}`, company: 'Tidewater Mutual' })
  const insurance = { ...order.payment.insurance, groupNumber: `G-${MARK}` }
  return {
    ...order,
    patients: [proband],
    clinicalNotes: `${MARK} has seizures.`,
    payment: { ...order.payment, insurance },
  }
}
