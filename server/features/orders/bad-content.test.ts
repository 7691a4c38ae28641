import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { blankPatient, type OrderDocument } from '#domain/orders/document.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT, readyOrder } from '../../testing/world.ts'

type Change = (order: OrderDocument) => void
type Case = [what: string, change: Change, ...points: [path: string, rule: string][]]

const tomorrow = new Date(`${todayAtLaboratory(new Date())}T00:00:00Z`)
tomorrow.setUTCDate(tomorrow.getUTCDate() + 1)
const TOMORROW = tomorrow.toISOString().slice(0, 10)

function first<T>(list: T[]): T {
  const [one] = list
  if (one === undefined) throw new Error('the list is empty')
  return one
}
const proband = (order: OrderDocument) => first(order.patients)
const sample = (order: OrderDocument) => first(order.samples)
const mother = () => ({
  ...blankPatient('Mother'),
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
const held = (order: OrderDocument) =>
  Object.assign(insured(order), {
    ...{ holderRelationship: 'Spouse', holderFirstName: 'Bao', holderLastName: 'Nguyễn' },
    holderDateOfBirth: '1988-02-29',
  })
const badDates = (path: string, set: (order: OrderDocument, date: string) => void): Case[] =>
  ['2026-02-30', '3/14/2019', 'spring', TOMORROW, '1850-01-01', '9999-12-31'].map((date) => [
    `${path} ${date === TOMORROW ? 'tomorrow' : date}`,
    (order) => set(order, date),
    [path, 'date'],
  ])

/** Each rule of domain/orders/readiness.ts, broken in an order that is ready otherwise. */
const CASES: Case[] = [
  ['no test', (o) => (o.tests = []), ['/tests', 'required']],
  ['a blank test', (o) => (first(o.tests).testCode = ''), ['/tests/0/testCode', 'required']],
  ['a test that is not there', (o) => (first(o.tests).testCode = 'NO9'), ['/tests/0/testCode', 'unknown']],
  ['a test twice', (o) => o.tests.push(first(o.tests)), ['/tests/1/testCode', 'repeated']],
  [
    'an add-on that is not there, and one that is ordered already',
    (o) => o.addOnTests.push({ testCode: 'NO9', testName: '' }, first(o.tests)),
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
  ['an e-mail that is none', (o) => (proband(o).email = 'linh@home'), ['/patients/0/email', 'email']],
  ['a phone that is none', (o) => (proband(o).phone = '12'), ['/patients/0/phone', 'phone']],
  [
    'a ZIP code that is none',
    (o) => Object.assign(proband(o).address, { state: 'IL', postalCode: '6060' }),
    ['/patients/0/address/postalCode', 'postal-code'],
  ],
  [
    'a relative of whom nothing is known',
    (o) => o.patients.push(blankPatient('Father')),
    ['/patients/1/firstName', 'required'],
    ['/patients/1/lastName', 'required'],
    ['/patients/1/dateOfBirth', 'required'],
    ['/patients/1/sex', 'required'],
  ],
  ['no specimen', (o) => (o.samples = []), ['/samples', 'required']],
  ['a specimen of nobody', (o) => (sample(o).patient = 5), ['/samples/0/patient', 'unknown']],
  ['a specimen of no type', (o) => (sample(o).specimenType = ''), ['/samples/0/specimenType', 'required']],
  [
    'a specimen that the test is not done on',
    (o) => (sample(o).specimenType = 'FFPE Blocks'),
    ['/samples/0/specimenType', 'conflicts'],
  ],
  [
    'a specimen from before the patient was born',
    (o) => (sample(o).dateOfCollection = '2019-03-13'),
    ['/samples/0/dateOfCollection', 'before-birth'],
  ],
  ...badDates('/samples/0/dateOfCollection', (o, date) => (sample(o).dateOfCollection = date)),
  ['no indication', (o) => (o.indicationsForTesting = []), ['/indicationsForTesting', 'required']],
  [
    'an indication of nothing, one that is no code, and one twice',
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
  ['no consents', (o) => (o.consents = []), ['/consents/testing', 'required']],
  [
    'a consent that is not answered',
    (o) => (first(o.consents).answer = null),
    ['/consents/testing', 'required'],
  ],
  ['no to the test itself', (o) => (first(o.consents).answer = false), ['/consents/testing', 'refused']],
  [
    'a consent that nobody asked for, and one answered twice',
    (o) => o.consents.push({ consentId: 'extra', answer: true }, first(o.consents)),
    ['/consents/2/consentId', 'unknown'],
    ['/consents/3/consentId', 'repeated'],
  ],
  ['nobody who pays', (o) => (o.payment.billingType = ''), ['/payment/billingType', 'required']],
  [
    'a patient who pays, but not how',
    (o) => (o.payment.billingType = 'SelfPay'),
    ['/payment/paymentMethod', 'required'],
  ],
  [
    'benefits to be verified without an insurance',
    (o) => (o.isVOB = true),
    ['/payment/billingType', 'conflicts'],
  ],
  [
    'an insurance of which nothing is known',
    (o) => (o.payment.billingType = 'Insurance'),
    ['/payment/insurance/company', 'required'],
    ['/payment/insurance/memberId', 'required'],
    ['/payment/insurance/holderRelationship', 'required'],
  ],
  [
    'a member ID with other signs',
    (o) => (insured(o).memberId = '#1'),
    ['/payment/insurance/memberId', 'member-id'],
  ],
  [
    'a policy holder of whom nothing is known',
    (o) => (insured(o).holderRelationship = 'Child'),
    ['/payment/insurance/holderFirstName', 'required'],
    ['/payment/insurance/holderLastName', 'required'],
    ['/payment/insurance/holderDateOfBirth', 'required'],
  ],
  ...badDates('/payment/insurance/holderDateOfBirth', (o, date) => (held(o).holderDateOfBirth = date)),
  ['no provider', (o) => (o.orderingProvider.npi = ''), ['/orderingProvider/npi', 'required']],
  [
    'an NPI with a wrong check digit',
    (o) => (o.orderingProvider.npi = '1234567890'),
    ['/orderingProvider/npi', 'npi'],
  ],
  [
    'a provider without a name',
    (o) => (o.orderingProvider.lastName = ''),
    ['/orderingProvider/lastName', 'required'],
  ],
  [
    'a recipient without a name, with an e-mail and a fax that are none',
    (o) => o.recipients.push({ name: '', email: 'x', fax: 'y' }),
    ['/recipients/0/name', 'required'],
    ['/recipients/0/email', 'email'],
    ['/recipients/0/fax', 'phone'],
  ],
]

let portal: TestPortal
const by = 'OrderSubmitter@P1'
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** The points that the submit of `document` is refused with; that nothing else happened is checked. */
async function pointsOf(document: OrderDocument): Promise<[string, string][]> {
  const draft = await portal.draft(document)
  const params = { hospital: PARENT, id: draft.id }
  const refusal = await problemOfCall(portal.as(by).orders.submit({ params, headers: {} }))
  expect(refusal).toMatchObject({ status: 422, code: 'order-not-ready' })
  expect(refusal.errors?.every(({ message }) => message !== '')).toBe(true)
  expect(await portal.as(by).orders.get({ params })).toEqual(draft)
  const sent = portal.worker.db.selectFrom('message_out').selectAll()
  expect(await sent.where('order_id', '=', draft.id).execute()).toEqual([])
  return (refusal.errors ?? []).map(({ path, rule }) => [path, rule])
}

const wrong = (...changes: Change[]) => {
  const document = readyOrder()
  for (const change of changes) change(document)
  return document
}

describe('[ORDER-01] an order with something wrong in it is not submitted, and stays as it was', () => {
  test.each(CASES)('%s', async (_, change, ...points) => {
    expect(await pointsOf(wrong(change))).toEqual(points)
  })

  test('what is wrong in every part of it is said at once', async () => {
    const parts = [
      'an e-mail that is none',
      'no specimen',
      'no indication',
      'no to the test itself',
      'no provider',
    ]
    const chosen = CASES.filter(([what]) => [...parts, 'a test twice', 'nobody who pays'].includes(what))
    const points = await pointsOf(wrong(...chosen.map(([, change]) => change)))
    expect(points.map(([path]) => path)).toEqual([
      '/tests/1/testCode',
      '/patients/0/email',
      '/samples',
      '/indicationsForTesting',
      '/consents/testing',
      '/payment/billingType',
      '/orderingProvider/npi',
    ])
  })
})

describe('what is unusual and right is taken', () => {
  test.each<[string, Change]>([
    [
      'a specimen of the mother, who comes along',
      (o) => {
        o.patients.push(mother())
        o.samples.push({ patient: 1, specimenType: 'Saliva', dateOfCollection: '' })
      },
    ],
    ['somebody else’s policy', (o) => void held(o)],
    [
      'a date of birth of today',
      (o) => {
        proband(o).dateOfBirth = todayAtLaboratory(new Date())
        sample(o).dateOfCollection = todayAtLaboratory(new Date())
      },
    ],
    [
      'a postal code from abroad',
      (o) => void Object.assign(proband(o).address, { postalCode: 'K1A 0B1', state: 'ON' }),
    ],
    [
      'an optional consent that is refused',
      (o) => void Object.assign(o.consents[1] ?? {}, { answer: false }),
    ],
  ])('%s', async (_, change) => {
    const draft = await portal.draft(wrong(change))
    const params = { hospital: PARENT, id: draft.id }
    expect((await portal.as(by).orders.submit({ params, headers: {} })).state).toBe('en-route')
  })
})
