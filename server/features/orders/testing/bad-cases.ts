import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { blankPatient, blankTest, type OrderDocument, PROBAND } from '#domain/orders/document.ts'

export type Change = (order: OrderDocument) => void
export type Case = [what: string, change: Change, ...points: [path: string, rule: string][]]

/** Not tomorrow: the module may have been loaded yesterday. */
const inTwoDays = new Date(`${todayAtLaboratory(new Date())}T00:00:00Z`)
inTwoDays.setUTCDate(inTwoDays.getUTCDate() + 2)
const IN_TWO_DAYS = inTwoDays.toISOString().slice(0, 10)

export function first<T>(list: T[]): T {
  const [one] = list
  if (one === undefined) throw new Error('the list is empty')
  return one
}
export const proband = (order: OrderDocument) => first(order.patients)
const contact = (order: OrderDocument, type: 'Email' | 'Phone', value: string) => {
  for (const one of proband(order).contacts) if (one.type === type) one.value = value
}
export const sample = (order: OrderDocument) => first(order.samples)
export const mother = () => ({
  ...blankPatient('Mother', 'relative-1'),
  affected: 'Unaffected' as const,
  ...{ firstName: 'Mai', lastName: 'Nguyễn', dateOfBirth: '1990-07-01', sex: 'Female' as const },
})
const insured = (order: OrderDocument) => {
  order.payment.billingType = 'Insurance'
  Object.assign(order.payment.insurance, {
    company: 'Tidewater',
    memberId: 'TM 1-2',
    holderRelationship: 'Self',
  })
  return order.payment.insurance
}
export const policyholder = (order: OrderDocument) =>
  Object.assign(insured(order), {
    ...{ holderRelationship: 'Spouse', holderFirstName: 'Bao', holderLastName: 'Nguyễn' },
    holderDateOfBirth: '1988-02-29',
  })
const badDates = (path: string, set: (order: OrderDocument, date: string) => void): Case[] =>
  ['2026-02-30', '3/14/2019', 'spring', IN_TWO_DAYS, '1850-01-01', '9999-12-31'].map((date) => [
    `${path} ${date === IN_TWO_DAYS ? 'in two days' : date}`,
    (order) => set(order, date),
    [path, 'date'],
  ])

/** Each rule in domain/orders/readiness.ts, violated by an otherwise complete order. */
export const BAD_CASES: Case[] = [
  ['no test', (o) => (o.tests = []), ['/tests', 'required']],
  ['a blank test', (o) => (first(o.tests).testCode = ''), ['/tests/0/testCode', 'required']],
  ['an unknown test', (o) => (first(o.tests).testCode = 'NO9'), ['/tests/0/testCode', 'unknown']],
  ['a duplicate test', (o) => o.tests.push(first(o.tests)), ['/tests/1/testCode', 'repeated']],
  [
    'an unknown add-on test, and one already ordered',
    (o) => o.addOnTests.push(blankTest('NO9'), first(o.tests)),
    ['/addOnTests/0/testCode', 'unknown'],
    ['/addOnTests/1/testCode', 'repeated'],
  ],
  ['no patient', (o) => (o.patients = []), ['/patients', 'required'], ['/samples/0/patient', 'unknown']],
  ['no first name', (o) => (proband(o).firstName = ' '), ['/patients/0/firstName', 'required']],
  ['no last name', (o) => (proband(o).lastName = ''), ['/patients/0/lastName', 'required']],
  ['no date of birth', (o) => (proband(o).dateOfBirth = ''), ['/patients/0/dateOfBirth', 'required']],
  ...badDates('/patients/0/dateOfBirth', (o, date) => {
    proband(o).dateOfBirth = date
    sample(o).dateOfCollection = ''
  }),
  ['no sex', (o) => (proband(o).sex = ''), ['/patients/0/sex', 'required']],
  [
    'a first person who is not the proband',
    (o) => (proband(o).relationship = 'Mother'),
    ['/patients/0/relationship', 'conflicts'],
  ],
  [
    'a second proband',
    (o) => o.patients.push({ ...mother(), relationship: 'Proband' }),
    ['/patients/1/relationship', 'conflicts'],
  ],
  [
    'an invalid email address',
    (o) => contact(o, 'Email', 'linh@home'),
    ['/patients/0/contacts/1/value', 'email'],
  ],
  ['an invalid phone number', (o) => contact(o, 'Phone', '12'), ['/patients/0/contacts/0/value', 'phone']],
  [
    'an invalid ZIP code',
    (o) => Object.assign(first(proband(o).addresses), { state: 'IL', postalCode: '6060' }),
    ['/patients/0/addresses/0/postalCode', 'postal-code'],
  ],
  [
    'a relative without any details',
    (o) => o.patients.push(blankPatient('Father', 'relative-1')),
    ['/patients/1/firstName', 'required'],
    ['/patients/1/lastName', 'required'],
    ['/patients/1/dateOfBirth', 'required'],
    ['/patients/1/sex', 'required'],
  ],
  ['no specimen', (o) => (o.samples = []), ['/samples', 'required']],
  ['a specimen without a person', (o) => (sample(o).patient = 'nobody'), ['/samples/0/patient', 'unknown']],
  [
    'a specimen without a type',
    (o) => (sample(o).specimenType = ''),
    ['/samples/0/specimenType', 'required'],
  ],
  [
    'a specimen type that the test does not accept',
    (o) => (sample(o).specimenType = 'FFPE Blocks'),
    ['/samples/0/specimenType', 'conflicts'],
  ],
  [
    'a specimen collected before birth',
    (o) => (sample(o).dateOfCollection = '2019-01-01'),
    ['/samples/0/dateOfCollection', 'before-birth'],
  ],
  ...badDates('/samples/0/dateOfCollection', (o, date) => (sample(o).dateOfCollection = date)),
  ['no indication', (o) => (o.indicationsForTesting = []), ['/indicationsForTesting', 'required']],
  [
    'an empty indication, an invalid code, and a duplicate',
    (o) =>
      o.indicationsForTesting.push(
        { code: '', description: '' },
        { code: 'epilepsy', description: 'Epilepsy' },
        first(o.indicationsForTesting),
      ),
    ['/indicationsForTesting/1/code', 'required'],
    ['/indicationsForTesting/1/description', 'required'],
    ['/indicationsForTesting/2/code', 'icd10'],
    ['/indicationsForTesting/3/code', 'repeated'],
  ],
  ['no consents', (o) => (o.consents = []), ['/consents/proband/testing', 'required']],
  [
    'an unanswered consent',
    (o) => (first(o.consents).answer = null),
    ['/consents/proband/testing', 'required'],
  ],
  [
    'a refused consent to the test itself',
    (o) => (first(o.consents).answer = false),
    ['/consents/proband/testing', 'refused'],
  ],
  [
    'a consent that was not asked, and one answered twice',
    (o) => o.consents.push({ patient: PROBAND, consentId: 'extra', answer: true }, first(o.consents)),
    ['/consents/2/consentId', 'unknown'],
    ['/consents/3/consentId', 'repeated'],
  ],
  ['no payer', (o) => (o.payment.billingType = ''), ['/payment/billingType', 'required']],
  [
    'self-pay without a method',
    (o) => (o.payment.billingType = 'SelfPay'),
    ['/payment/paymentMethod', 'required'],
  ],
  [
    'an insurance without any details',
    (o) => (o.payment.billingType = 'Insurance'),
    ['/payment/insurance/company', 'required'],
    ['/payment/insurance/memberId', 'required'],
    ['/payment/insurance/holderRelationship', 'required'],
  ],
  [
    'a member ID with invalid characters',
    (o) => (insured(o).memberId = '#1'),
    ['/payment/insurance/memberId', 'member-id'],
  ],
  [
    'a policy holder without any details',
    (o) => (insured(o).holderRelationship = 'Child'),
    ['/payment/insurance/holderFirstName', 'required'],
    ['/payment/insurance/holderLastName', 'required'],
    ['/payment/insurance/holderDateOfBirth', 'required'],
  ],
  ...badDates(
    '/payment/insurance/holderDateOfBirth',
    (o, date) => (policyholder(o).holderDateOfBirth = date),
  ),
  ['no provider', (o) => (o.orderingProvider.npi = ''), ['/orderingProvider/npi', 'required']],
  [
    'an NPI with a wrong check digit',
    (o) => (o.orderingProvider.npi = '1234567890'),
    ['/orderingProvider/npi', 'npi'],
  ],
  [
    'a provider without a name',
    (o) => (o.orderingProvider.lastName = ''),
    ['/orderingProvider/npi', 'npi-name'],
    ['/orderingProvider/lastName', 'required'],
  ],
  [
    'a recipient without a name, with an invalid email and fax',
    (o) => o.recipients.push({ name: '', email: 'x', fax: 'y' }),
    ['/recipients/0/name', 'required'],
    ['/recipients/0/email', 'email'],
    ['/recipients/0/fax', 'phone'],
  ],
]
