import { blankPatient, blankPayment, blankSample, blankTest, type OrderDocument } from '../document.ts'
import { goodOrder } from './good-order.ts'
import type { InvalidCase } from './invalid-cases.ts'

const mother = () => ({
  ...blankPatient('Mother', 'relative-1'),
  ...{ firstName: 'Mai', lastName: 'Nguyễn', dateOfBirth: '1990-07-01', sex: 'Female' as const },
})
const looksFor = (o: OrderDocument, more: object) => {
  o.familyTestingRequest.targetSequencing = true
  Object.assign(o.familyTestingRequest.targetSequencingData, {
    ...{
      gene: 'SCN1A',
      probandFirstName: 'Mai',
      probandLastName: 'Nguyễn',
      relationshipToProband: 'Daughter',
    },
    ...more,
  })
}
const recipient = (more: object) => ({
  ...{ name: 'Dr. Tomas Quill', fax: '', email: 'quill@clinic.test' },
  ...more,
})
const answered = (o: OrderDocument, linkId: string) => {
  o.answers = [{ questionnaire: 'pregnancy', version: '1', linkId, values: [{ value: 'true' }] }]
}
const aunt = { relationshipType: 'Maternal' as const, relative: 'Aunt', ageAtDiagnosis: '' }

/** Cases that a manifest row, which has one test and no lists, cannot contain: for form and API. */
export const INVALID_JSON_CASES: readonly InvalidCase[] = [
  ['an answer to a question that no test asks', 'unknown', (o) => answered(o, 'ongoing')],
  ['no tests', 'required', (o) => o.tests.splice(0)],
  ['no test is chosen', 'required', (o) => Object.assign(o, { tests: [blankTest()] })],
  ['an unknown test', 'unknown', (o) => o.tests.push(blankTest('NO9'))],
  ['a test ordered twice', 'repeated', (o) => o.tests.push(blankTest('WES1'))],
  ['an unknown add-on', 'unknown', (o) => o.addOnTests.push(blankTest('NO9'))],
  ['a test as its own add-on', 'repeated', (o) => o.addOnTests.push(blankTest('WES1'))],
  [
    'a gene chosen for a test of all its genes',
    'genes',
    (o) => Object.assign(o, { tests: [{ ...blankTest('WES1'), genes: ['SCN1A'] }] }),
  ],
  ['a panel that overlaps with the test', 'overlap', (o) => o.tests.push(blankTest('EPI2'))],
  ['no patients', 'required', (o) => o.patients.splice(0)],
  ['a first person who is not the proband', 'conflicts', (o) => relate(o, 'Mother')],
  ['a second proband', 'conflicts', (o) => o.patients.push({ ...mother(), relationship: 'Proband' })],
  [
    'a relative under the patient’s key',
    'conflicts',
    (o) => o.patients.push({ ...mother(), key: 'proband' }),
  ],
  [
    'two relatives under one key',
    'repeated',
    (o) => o.patients.push(mother(), { ...mother(), firstName: 'Lan' }),
  ],
  [
    'a relative without a payer',
    'required',
    (o) => o.patients.push({ ...mother(), payment: blankPayment() }),
  ],
  [
    'a self-paying relative without a payment method',
    'required',
    (o) => o.patients.push({ ...mother(), payment: { ...blankPayment(), billingType: 'SelfPay' } }),
  ],
  ['no specimen', 'required', (o) => o.samples.splice(0)],
  [
    'a specimen of an unknown person',
    'unknown',
    (o) => o.samples.push({ ...blankSample('nobody', 's2'), specimenType: 'Blood' }),
  ],
  [
    'two specimens under one key',
    'repeated',
    (o) => o.samples.push({ ...blankSample('proband', 's1'), specimenType: 'Saliva' }),
  ],
  [
    'an incomplete imaging result',
    'required',
    (o) => o.imaging.push({ type: 'MRI', result: '', date: '', details: '' }),
  ],
  [
    'an imaging result with an invalid date',
    'date',
    (o) => o.imaging.push({ type: 'MRI', result: 'Normal', date: 'May', details: '' }),
  ],
  [
    'a relative without a diagnosis',
    'required',
    (o) => o.familyHistory.diagnoses.push({ ...aunt, diagnosis: '' }),
  ],
  ['a known variant without a gene', 'required', (o) => looksFor(o, { gene: '' })],
  ['a known variant without a last name', 'required', (o) => looksFor(o, { probandLastName: '' })],
  ['a known variant without a relationship', 'required', (o) => looksFor(o, { relationshipToProband: '' })],
  [
    'a known variant of a relative with an invalid date of birth',
    'date',
    (o) => looksFor(o, { dateOfBirth: '1990' }),
  ],
  ['a consent answered twice', 'repeated', (o) => o.consents.push(...goodOrder().consents)],
  [
    'an answer to a question not asked',
    'unknown',
    (o) => o.consents.push({ patient: 'proband', consentId: 'extra', answer: true }),
  ],
  [
    'an answer of an unknown person',
    'unknown',
    (o) => o.consents.push({ patient: 'nobody', consentId: 'testing', answer: true }),
  ],
  ['a benefits verification without insurance', 'conflicts', (o) => Object.assign(o, { isVOB: true })],
  ['a recipient without a name', 'required', (o) => o.recipients.push(recipient({ name: '' }))],
  ['a recipient without fax or email', 'required', (o) => o.recipients.push(recipient({ email: ' ' }))],
  [
    'a recipient with an incomplete email address',
    'email',
    (o) => o.recipients.push(recipient({ email: 'quill@' })),
  ],
  [
    'a recipient with a fax number in words',
    'phone',
    (o) => o.recipients.push(recipient({ fax: 'by post' })),
  ],
]

function relate(order: OrderDocument, relationship: 'Mother') {
  for (const patient of order.patients) Object.assign(patient, { relationship })
}
