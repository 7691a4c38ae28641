import { blankRecord, type ConsentRecord } from '#domain/consent/record.ts'
import type { Relationship } from '#domain/lookups.ts'
import {
  blankPatient,
  blankSample,
  type Insurance,
  type OrderDocument,
  type Patient,
  PROBAND,
  type Sample,
} from '../document.ts'
import { answersOf, goodOrder } from './good-order.ts'

/** One way to make an order invalid, and a rule that it breaks. */
export type InvalidCase = readonly [name: string, rule: string, corrupt: (order: OrderDocument) => void]

function first<T>(list: readonly T[]): T {
  const [one] = list
  if (one === undefined) throw new Error('the list is empty')
  return one
}

const proband = (order: OrderDocument): Patient => first(order.patients)
const specimen = (order: OrderDocument): Sample => first(order.samples)
const indication = (order: OrderDocument) => first(order.indicationsForTesting)

/** The relative at that position, with a specimen and consents; added if missing. */
function relative(order: OrderDocument, position: 1 | 2, relationship: Relationship): Patient {
  if (position === 2 && !order.patients[1]) relative(order, 1, 'Mother')
  const there = order.patients[position]
  if (there) return Object.assign(there, { relationship })
  const key = `relative-${position}`
  const born = position === 1 ? '1990-07-01' : '1988-02-29'
  const one: Patient = {
    ...blankPatient(relationship, key),
    ...{ firstName: position === 1 ? 'Mai' : 'Bao', lastName: 'Nguyễn', dateOfBirth: born },
    ...{ sex: position === 1 ? 'Female' : 'Male', affected: 'Unaffected' },
  }
  order.patients.push(one)
  order.samples.push({ ...blankSample(key, `s${position + 1}`), specimenType: 'Saliva' })
  order.consents.push(...answersOf(key))
  return one
}
const mother = (order: OrderDocument) => relative(order, 1, 'Mother')
function motherSample(order: OrderDocument): Sample {
  const { key } = mother(order)
  return first(order.samples.filter((sample) => sample.patient === key))
}
function answer(order: OrderDocument, patient: string, value: boolean | null) {
  for (const one of order.consents)
    if (one.patient === patient && one.consentId === 'testing') one.answer = value
}
/** Answers a question of the exome's questionnaire about a person; an earlier answer is replaced. */
function answerQuestion(order: OrderDocument, linkId: string, value: string, patient = PROBAND) {
  const others = (order.answers ?? []).filter((one) => one.linkId !== linkId || one.patient !== patient)
  order.answers = [
    ...others,
    { questionnaire: 'history', version: '1', linkId, patient, values: [{ value }] },
  ]
}
/** Records that a person's mother signed the consent, but for the changes. */
function signed(order: OrderDocument, changes: Partial<ConsentRecord>, patient = PROBAND) {
  const others = (order.consentRecords ?? []).filter((one) => one.patient !== patient)
  const record: ConsentRecord = {
    ...blankRecord(patient),
    ...{ signer: 'parent', signerName: 'Mai Nguyễn', relation: 'mother', signedOn: '2026-03-02' },
    ...{ method: 'paper', assent: 'unable' },
    ...changes,
  }
  order.consentRecords = [...others, record].sort((a, b) => (a.patient < b.patient ? -1 : 1))
}
function insured(order: OrderDocument, more: Partial<Insurance> = {}) {
  order.payment.billingType = 'Insurance'
  Object.assign(order.payment.insurance, {
    ...{ company: 'Tidewater Mutual', kind: 'Commercial', memberId: 'TM-100', holderRelationship: 'Spouse' },
    ...{ holderFirstName: 'Bao', holderLastName: 'Nguyễn', holderDateOfBirth: '1988-02-29' },
    ...more,
  })
}

/**
 * Cases that a manifest row can contain as well: people, one specimen each, indications, consents, payer,
 * provider.
 */
export const INVALID_CASES: readonly InvalidCase[] = [
  ['a first sign in the future', 'too-large', (o) => answerQuestion(o, 'onset', '2999-01-01')],
  ['episodes in words', 'invalid', (o) => answerQuestion(o, 'episodes', 'many')],
  ['too many episodes', 'too-large', (o) => answerQuestion(o, 'episodes', '501')],
  ['an answer to what is not asked', 'conflicts', (o) => answerQuestion(o, 'since', 'spring')],
  [
    'an answer that is too long',
    'too-long',
    (o) => {
      answerQuestion(o, 'course', 'worse')
      answerQuestion(o, 'since', 'since the summer before last')
    },
  ],
  [
    'a mother’s first sign that is no date',
    'invalid',
    (o) => answerQuestion(o, 'onset', 'spring', mother(o).key),
  ],
  ['a consent that nobody signed', 'required', (o) => signed(o, { signer: '' })],
  ['a parent without a name who signed', 'required', (o) => signed(o, { signerName: ' ' })],
  ['a consent without a date', 'required', (o) => signed(o, { signedOn: '' })],
  ['a consent signed in the future', 'date', (o) => signed(o, { signedOn: '2999-01-01' })],
  ['a consent given in no known way', 'required', (o) => signed(o, { method: '' })],
  ['a verbal consent without a witness', 'required', (o) => signed(o, { method: 'verbal' })],
  [
    'a mother’s consent with a date in words',
    'date',
    (o) => signed(o, { signer: 'patient', signedOn: 'spring' }, mother(o).key),
  ],
  ['no first name', 'required', (o) => Object.assign(proband(o), { firstName: '' })],
  ['no last name', 'required', (o) => Object.assign(proband(o), { lastName: '' })],
  ['no date of birth', 'required', (o) => Object.assign(proband(o), { dateOfBirth: '' })],
  ['a date of birth in words', 'date', (o) => Object.assign(proband(o), { dateOfBirth: 'spring' })],
  ['an invalid date of birth', 'date', (o) => Object.assign(proband(o), { dateOfBirth: '2019-02-30' })],
  ['a date of birth in the future', 'date', (o) => Object.assign(proband(o), { dateOfBirth: '2999-01-01' })],
  ['a date of birth too long ago', 'date', (o) => Object.assign(proband(o), { dateOfBirth: '1850-01-01' })],
  ['no sex', 'required', (o) => Object.assign(proband(o), { sex: '' })],
  ['an incomplete email address', 'email', (o) => contact(o, 'Email', 'family@home')],
  ['an email address with a space', 'email', (o) => contact(o, 'Email', 'the family@home.test')],
  ['a phone number of two digits', 'phone', (o) => contact(o, 'Phone', '12')],
  ['a phone number in words', 'phone', (o) => contact(o, 'Phone', 'none')],
  ['an incomplete ZIP code', 'postal-code', (o) => address(o, { state: 'IL', postalCode: '606' })],
  [
    'a foreign postal code in a U.S. state',
    'postal-code',
    (o) => address(o, { state: 'Ohio', postalCode: 'M5V 3L9' }),
  ],

  ['no first name of the mother', 'required', (o) => Object.assign(mother(o), { firstName: '' })],
  ['no last name of the mother', 'required', (o) => Object.assign(mother(o), { lastName: '' })],
  ['no date of birth of the mother', 'required', (o) => Object.assign(mother(o), { dateOfBirth: '' })],
  [
    'an invalid date of birth of the mother',
    'date',
    (o) => Object.assign(mother(o), { dateOfBirth: '1990-13-01' }),
  ],
  [
    'a date of birth of the mother in the future',
    'date',
    (o) => Object.assign(mother(o), { dateOfBirth: '2999-01-01' }),
  ],
  ['no sex of the mother', 'required', (o) => Object.assign(mother(o), { sex: '' })],
  ['a male mother', 'parent-sex', (o) => Object.assign(mother(o), { sex: 'Male' })],
  [
    'a mother younger than her child',
    'conflicts',
    (o) => Object.assign(mother(o), { dateOfBirth: '2020-05-05' }),
  ],
  ['a mother with unknown affected status', 'required', (o) => Object.assign(mother(o), { affected: '' })],
  ['a female father', 'parent-sex', (o) => Object.assign(relative(o, 2, 'Father'), { sex: 'Female' })],
  [
    'a father younger than his child',
    'conflicts',
    (o) => Object.assign(relative(o, 2, 'Father'), { dateOfBirth: '2021-01-31' }),
  ],
  [
    'a child older than the patient',
    'conflicts',
    (o) => Object.assign(relative(o, 2, 'Child'), { dateOfBirth: '2001-01-31' }),
  ],
  [
    'the patient as their own sibling',
    'repeated',
    (o) => {
      const { firstName, lastName, dateOfBirth } = proband(goodOrder())
      Object.assign(proband(o), { firstName, lastName, dateOfBirth })
      Object.assign(relative(o, 2, 'Sibling'), { firstName: 'LINH', lastName: 'Nguyen', dateOfBirth })
    },
  ],
  [
    'the mother twice',
    'repeated',
    (o) => {
      const one = { firstName: 'Mai', lastName: 'Nguyễn', dateOfBirth: '1990-07-01' }
      Object.assign(mother(o), one)
      Object.assign(relative(o, 2, 'Other relative'), one)
    },
  ],
  [
    'slides from the mother',
    'conflicts',
    (o) => Object.assign(motherSample(o), { specimenType: 'FFPE Slides' }),
  ],
  [
    'villi from the mother',
    'required',
    (o) => Object.assign(motherSample(o), { specimenType: 'CVS', approach: '' }),
  ],
  [
    'a specimen from the mother dated in the future',
    'date',
    (o) => Object.assign(motherSample(o), { dateOfCollection: '2999-01-01' }),
  ],
  [
    'a specimen from the mother dated before her birth',
    'before-birth',
    (o) => {
      Object.assign(mother(o), { dateOfBirth: '1990-07-01' })
      Object.assign(motherSample(o), { specimenType: 'Saliva', dateOfCollection: '1990-06-30' })
    },
  ],
  [
    'saliva from the mother that is too old',
    'specimen-old',
    (o) => Object.assign(motherSample(o), { specimenType: 'Saliva', dateOfCollection: '2020-01-15' }),
  ],
  ['no consent answer from the mother', 'required', (o) => answer(o, mother(o).key, null)],
  ['a mother who refuses testing', 'refused', (o) => answer(o, mother(o).key, false)],

  ['no specimen type', 'required', (o) => Object.assign(specimen(o), { specimenType: '' })],
  ['slides', 'conflicts', (o) => Object.assign(specimen(o), { specimenType: 'FFPE Slides' })],
  [
    'blood in a Streck tube',
    'conflicts',
    (o) => Object.assign(specimen(o), { specimenType: 'Blood in Streck Tube' }),
  ],
  [
    'villi without the collection method',
    'required',
    (o) => Object.assign(specimen(o), { specimenType: 'CVS', approach: '' }),
  ],
  [
    'fresh tissue of unknown kind',
    'required',
    (o) => Object.assign(specimen(o), { specimenType: 'Fresh Tissue', tissue: '' }),
  ],
  [
    'an unreadable collection date',
    'date',
    (o) => Object.assign(specimen(o), { dateOfCollection: 'lately' }),
  ],
  ['collected on 31 June', 'date', (o) => Object.assign(specimen(o), { dateOfCollection: '2026-06-31' })],
  ['collected in the future', 'date', (o) => Object.assign(specimen(o), { dateOfCollection: '2999-01-01' })],
  [
    'collected before birth',
    'before-birth',
    (o) => {
      Object.assign(proband(o), { dateOfBirth: '2019-03-14' })
      Object.assign(specimen(o), { specimenType: 'Blood', dateOfCollection: '2019-03-13' })
    },
  ],
  [
    'blood that is too old',
    'specimen-old',
    (o) => Object.assign(specimen(o), { specimenType: 'Blood', dateOfCollection: '2020-01-15' }),
  ],

  ['no indication', 'required', (o) => o.indicationsForTesting.splice(0)],
  [
    'an indication with words as its code',
    'icd10',
    (o) => Object.assign(withIndication(o), { code: 'Seizures' }),
  ],
  ['an indication code in lower case', 'icd10', (o) => Object.assign(withIndication(o), { code: 'g40.309' })],
  [
    'an indication code without its dot',
    'icd10',
    (o) => Object.assign(withIndication(o), { code: 'G40309' }),
  ],
  ['an indication without a code', 'required', (o) => Object.assign(withIndication(o), { code: '' })],
  [
    'an indication without a description',
    'required',
    (o) => Object.assign(withIndication(o), { description: '' }),
  ],
  [
    'an indication listed twice',
    'repeated',
    (o) => {
      const one = { code: 'F84.0', description: 'Autistic disorder' }
      o.indicationsForTesting = [one, { ...one }]
    },
  ],

  ['no consent answer', 'required', (o) => answer(o, PROBAND, null)],
  ['a patient who refuses testing', 'refused', (o) => answer(o, PROBAND, false)],

  ['no payer', 'required', (o) => Object.assign(o.payment, { billingType: '' })],
  [
    'self-pay without a payment method',
    'required',
    (o) => Object.assign(o.payment, { billingType: 'SelfPay', paymentMethod: 'None' }),
  ],
  ['an insurance without a name', 'required', (o) => insured(o, { company: '' })],
  ['no member ID', 'required', (o) => insured(o, { memberId: '' })],
  ['a member ID with punctuation', 'member-id', (o) => insured(o, { memberId: '#1' })],
  ['no policy holder', 'required', (o) => insured(o, { holderRelationship: '' })],
  ['no first name of the policy holder', 'required', (o) => insured(o, { holderFirstName: '' })],
  ['no last name of the policy holder', 'required', (o) => insured(o, { holderLastName: '' })],
  ['no date of birth of the policy holder', 'required', (o) => insured(o, { holderDateOfBirth: '' })],
  [
    'an invalid date of birth of the policy holder',
    'date',
    (o) => insured(o, { holderDateOfBirth: '1988-02-30' }),
  ],
  ['a policy holder born in the future', 'date', (o) => insured(o, { holderDateOfBirth: '2999-01-01' })],

  ['no NPI', 'required', (o) => Object.assign(o.orderingProvider, { npi: '' })],
  ['an NPI with a wrong check digit', 'npi', (o) => Object.assign(o.orderingProvider, { npi: '1234567890' })],
  ['an NPI with letters', 'npi', (o) => Object.assign(o.orderingProvider, { npi: 'OKAFOR' })],
  [
    'no last name of the provider',
    'required',
    (o) => Object.assign(o.orderingProvider, { npi: '1234567893', lastName: '' }),
  ],
  ['another person’s NPI', 'npi-name', (o) => Object.assign(o.orderingProvider, { npi: '1000000012' })],
  ['a deactivated NPI', 'npi-name', (o) => Object.assign(o.orderingProvider, { npi: '1000000020' })],
  ['the NPI of an organization', 'npi-name', (o) => Object.assign(o.orderingProvider, { npi: '1000000038' })],
]

function contact(order: OrderDocument, type: 'Email' | 'Phone', value: string) {
  for (const one of proband(order).contacts) if (one.type === type) one.value = value
}
function address(order: OrderDocument, more: { state: string; postalCode: string }) {
  Object.assign(first(proband(order).addresses), more)
}
function withIndication(order: OrderDocument) {
  if (order.indicationsForTesting.length === 0)
    order.indicationsForTesting.push({ code: 'G40.309', description: 'Generalized idiopathic epilepsy' })
  return indication(order)
}
