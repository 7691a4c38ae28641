import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderDocument } from '#contract/order-document.ts'
import { newOrder } from '#domain/orders/document.ts'
import { peopleKeys } from '#domain/orders/identity.ts'
import { databaseBefore } from '#server/testing/migrations.ts'

const address = { addressLine1: '1 Lane', addressLine2: '', city: 'Town', state: 'IL', postalCode: '60601' }
const person = (relationship: string, firstName: string, lastName: string, dateOfBirth: string) => ({
  ...{ relationship, firstName, lastName, dateOfBirth, sex: 'Female', ethnicities: ['Other'] },
  ...{ recordNumber: 'M-1', email: 'family@home.test', phone: '+1 614 555 0100', address },
})
const insurance = {
  ...{ company: 'A', memberId: 'B', groupNumber: '', holderRelationship: 'Self' },
  ...{ holderFirstName: '', holderLastName: '', holderDateOfBirth: '' },
}

/** Documents as version 0006 wrote them: a family whose order was submitted, and a blank draft. */
const FAMILY = {
  tests: [{ testCode: 'WES1', testName: 'Whole Exome' }],
  addOnTests: [{ testCode: 'CYS4', testName: 'Cystic Fibrosis' }],
  patients: [
    person('Proband', 'Linh Đan', 'Nguyễn-O’Neill', '2019-03-14'),
    person('Mother', 'Mai', 'Nguyễn', '1990-07-01'),
  ],
  samples: [
    { patient: 0, specimenType: 'Blood', dateOfCollection: '2026-03-11' },
    { patient: 1, specimenType: 'Saliva', dateOfCollection: '' },
  ],
  indicationsForTesting: [{ code: 'G40.309', description: 'Epilepsy' }],
  clinicalNotes: 'Seizures.',
  consents: [{ consentId: 'testing', answer: true }],
  payment: { billingType: 'Insurance', paymentMethod: 'None', insurance },
  orderingProvider: { physicianId: null, firstName: 'Ada', lastName: 'Okafor', npi: '1234567893' },
  recipients: [{ name: 'Dr. Quill', fax: '', email: '' }],
  kits: [{ kitType: 'Saliva', quantity: 1 }],
  isVOB: false,
}
const BLANK = {
  ...FAMILY,
  tests: [{ testCode: '', testName: '' }],
  patients: [{ ...person('Proband', '', '', ''), sex: '' }],
  samples: [{ patient: 0, specimenType: '', dateOfCollection: '' }],
  ...{ addOnTests: [], indicationsForTesting: [], consents: [], recipients: [], kits: [], isVOB: true },
}

let before: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  before = await databaseBefore('0007-ordering.sql')
  const { database } = before
  await database.query(`insert into institution (code, name) values ('P1', 'Parent Clinic')`)
  await database.query(
    `insert into physician (subject, email, first_name, last_name) values ('a', '', 'Ada', 'Okafor')`,
  )
  for (const [document, submitted] of [
    [FAMILY, new Date('2026-03-12')],
    [BLANK, null],
  ] as const)
    await database.query(
      `insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
         patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
         created_by, created_by_name, updated_by_name, responsible_id, responsible_name, submitted_at)
       values ('P1', gen_random_uuid(), $1, $2, '', '', '', '', '', '', '', $3, 0, '', 1, 'Ada', 'Ada', 1, 'Ada', $4)`,
      [submitted ? 'en-route' : 'draft', document, document.isVOB, submitted],
    )
  await before.migrate()
})
afterAll(() => before?.end())

interface Row {
  document: unknown
  vob_status: string | null
  people: string[]
  test_codes: string[]
}

async function orders() {
  const { rows } = await before.database.query<Row>(
    'select document, vob_status, people, test_codes from orders order by id',
  )
  return rows.map((row) => ({ ...row, document: orderDocument.parse(row.document) }))
}

test('an old order gets the current shape and loses nothing', async () => {
  const [family] = await orders()
  const document = family?.document
  expect(document?.patients).toMatchObject([
    {
      ...{ key: 'proband', firstName: 'Linh Đan', recordNumber: 'M-1', affected: '', payment: null },
      addresses: [{ type: 'Primary', ...address }],
      contacts: [
        { type: 'Phone', reference: 'Home', value: '+1 614 555 0100' },
        { type: 'Email', reference: 'Home', value: 'family@home.test' },
      ],
    },
    { key: 'relative-1', relationship: 'Mother' },
  ])
  expect(document?.samples).toMatchObject([
    { key: 's1', patient: 'proband', specimenType: 'Blood', dateOfCollection: '2026-03-11' },
    { key: 's2', patient: 'relative-1', specimenType: 'Saliva' },
  ])
  expect(document?.consents).toEqual([{ patient: 'proband', consentId: 'testing', answer: true }])
  expect(document?.payment.insurance).toEqual({ ...insurance, kind: '' })
  const { indicationsForTesting, clinicalNotes, recipients, kits, orderingProvider } = FAMILY
  expect(document).toMatchObject({ indicationsForTesting, clinicalNotes, recipients, kits, orderingProvider })
})

test('an old blank draft equals a new one', async () => {
  const [, blank] = await orders()
  const { tests, samples, priorTesting, imaging, familyHistory, familyTestingRequest } = newOrder()
  const { addOn, overrides } = newOrder()
  expect(blank?.document).toMatchObject({
    ...{ tests, samples, priorTesting, imaging, familyHistory, familyTestingRequest, addOn, overrides },
  })
  expect(blank).toMatchObject({ vob_status: 'draft', people: [], test_codes: [] })
})

test('its people are found by the same keys as those of new orders, and its specimens become samples', async () => {
  const [family] = await orders()
  expect(family?.people.toSorted()).toEqual(family && peopleKeys(family.document).toSorted())
  expect(family?.test_codes.toSorted()).toEqual(['CYS4', 'WES1'])
  const { rows } = await before.database.query(
    'select sample_key, patient_name, relationship from sample order by id',
  )
  expect(rows).toEqual([
    { sample_key: 's1', patient_name: 'Linh Đan Nguyễn-O’Neill', relationship: 'Proband' },
    { sample_key: 's2', patient_name: 'Mai Nguyễn', relationship: 'Mother' },
  ])
})
