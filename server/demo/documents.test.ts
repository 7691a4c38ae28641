import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderDocument } from '#contract/order-document.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { columnsOf } from '#domain/manifest/columns.ts'
import { isBlocking } from '#domain/orders/points.ts'
import { openPoints } from '#domain/orders/readiness.ts'
import { subjectKind } from '#domain/orders/subject.ts'
import { administer } from '../database/connection/connect.ts'
import { readIcd10 } from '../features/catalogue/icd10/files.ts'
import { orderableTests } from '../features/catalogue/public.ts'
import type { TestDatabase } from '../testing/database.ts'
import { demoDatabase, DEMO_MADE_AT as NOW } from '../testing/demo-database.ts'
import { demoDocument, demoRuleContext } from './documents.ts'
import { MEMBERS } from './members.ts'
import { wrongClinic } from './plausible/clinics.ts'
import { agesIn, implausibilities } from './plausible/plausibility.ts'
import { readPlausible } from './plausible/plausible-orders.ts'
import { seededRandom } from './random.ts'
import { demoWorld, readDemo } from './seed.ts'

const PROVIDER = {
  ...{ physicianId: 1, npi: '1234567893', firstName: 'Ada', lastName: 'Okafor', institution: '1001' },
}

let database: TestDatabase
beforeAll(async () => {
  database = await demoDatabase()
})
afterAll(() => database?.drop())

test('the demo’s documents are valid, and its submitted orders have no blocking problem', async () => {
  await administer(database.url, async (db) => {
    const orders = await db.selectFrom('orders').selectAll().execute()
    expect(orders).toHaveLength(2000)
    const codes = [...new Set(orders.flatMap((order) => order.test_codes))]
    const institutions = [...new Set(orders.map((order) => order.institution_code))]
    const tests = new Map<string, Awaited<ReturnType<typeof orderableTests>>>()
    for (const code of institutions) tests.set(code, await orderableTests(db, codes, code))
    for (const { id, institution_code, document, created_at, submitted_at, vob_status } of orders) {
      orderDocument.parse(document)
      if (submitted_at === null && vob_status !== 'submitted') continue
      const known = demoRuleContext(tests.get(institution_code) ?? [], todayAtLaboratory(created_at))
      expect([id, openPoints(document, known).filter(isBlocking)]).toEqual([id, []])
    }
  })
})

test('[CODE-03] no demo order is implausible: age, sex, pregnancy, specimens, reason and family fit its test', async () => {
  const plausible = readPlausible('data/demo')
  await administer(database.url, async (db) => {
    const orders = await db
      .selectFrom('orders')
      .select(['id', 'document', 'created_at', 'institution_code'])
      .execute()
    const found = orders.flatMap(({ id, document, created_at, institution_code }) => {
      const [patient] = document.patients
      const days = (created_at.getTime() - Date.parse(patient?.dateOfBirth ?? '')) / 86_400_000
      // The members whom the simulated payer knows are adults, at the clinic of the first sign-in.
      const isMember = MEMBERS.some(({ insured }) => insured.lastName === patient?.lastName)
      const wrong = isMember ? null : wrongClinic(institution_code, subjectKind(document), days)
      const why = [
        ...implausibilities(document, plausible, todayAtLaboratory(created_at)),
        ...(wrong ? [wrong] : []),
      ]
      return why.length > 0 ? [[id, document.tests[0]?.testName, ...why]] : []
    })
    expect(found).toEqual([])
  })
})

test('[CODE-03] every test of the catalogue is ordered once by a plausible patient, and the rules object to none', async () => {
  const plausible = readPlausible('data/demo')
  await administer(database.url, async (db) => {
    const all = await db.selectFrom('test').select('code').where('orderable', '=', true).execute()
    const tests = await orderableTests(
      db,
      all.map(({ code }) => code),
      '1001',
    )
    expect(tests.length).toBe(all.length)
    // Two columns of one name would refuse every manifest of the test.
    const twice = tests.flatMap((one) => {
      const headings = columnsOf(one).map(({ heading }) => heading)
      return headings
        .filter((heading, index) => headings.indexOf(heading) !== index)
        .map((heading) => [one.code, heading])
    })
    expect(twice).toEqual([])
    const world = await demoWorld(db, readDemo())
    const codes = Map.groupBy(readIcd10('data/reference/icd10cm').codes, ({ code }) => code)
    const today = todayAtLaboratory(NOW)
    const impossible = tests.flatMap((one) => {
      const only = { ...world, testsAt: new Map([['1001', [one]]]) }
      const { document } = demoDocument(NOW, PROVIDER, only, seededRandom(Number(one.code)))
      const diagnoses = document.indicationsForTesting.map(({ code }) => ({
        ...{ code, offered: [] },
        periods: (codes.get(code) ?? []).map(({ validFrom, validUntil, billable }) => ({
          ...{ from: validFrom, until: validUntil, billable },
        })),
      }))
      const points = openPoints(document, { ...demoRuleContext([one], today), diagnoses })
      const found = [
        ...points.filter(isBlocking).map(({ path, message }) => `${path}: ${message}`),
        ...implausibilities(document, plausible, today),
      ]
      return found.length > 0 ? [[one.code, one.testName, ...found]] : []
    })
    expect(impossible).toEqual([])
  })
})

test('the demo has recorded consents in their words, some withdrawn in part, and answers to the laboratory’s questions', async () => {
  await administer(database.url, async (db) => {
    const orders = await db.selectFrom('orders').selectAll().where('submitted_at', 'is not', null).execute()
    const recorded = orders.flatMap(({ document }) => document.consentRecords ?? [])
    expect(new Set(recorded.map(({ signer }) => signer))).toEqual(new Set(['patient', 'parent']))
    expect(orders.filter(({ consents_asked }) => consents_asked === null)).toEqual([])
    const answered = new Set(
      orders.flatMap(({ document }) => document.answers?.map(({ questionnaire }) => questionnaire) ?? []),
    )
    expect(answered).toEqual(new Set(['tumor', 'pharmacogenomics']))
    const withdrawn = await db.selectFrom('consent_withdrawal').selectAll().execute()
    expect(withdrawn).toHaveLength(2)
    for (const { order_id, items, withdrawn_on, hold_key } of withdrawn) {
      const order = orders.find(({ id }) => id === order_id)
      expect(order?.document.consents.filter(({ answer }) => answer)).toEqual(
        expect.arrayContaining(items.map((consentId) => expect.objectContaining({ consentId }))),
      )
      expect([hold_key, withdrawn_on >= todayAtLaboratory(order?.submitted_at ?? NOW)]).toEqual([null, true])
    }
  })
})

test('the demo’s parents and children have different birth dates', async () => {
  await administer(database.url, async (db) => {
    const orders = await db.selectFrom('orders').select('document').execute()
    const families = orders.map(({ document }) => document.patients).filter(({ length }) => length > 2)
    const sameBirthdays = families.filter(
      (people) => new Set(people.map(({ dateOfBirth }) => dateOfBirth.slice(5))).size === 1,
    )
    expect(families.length).toBeGreaterThan(20)
    expect(sameBirthdays).toEqual([])
  })
})

test('there are families, verifications, drafts sent to a submitter, samples and feedback', async () => {
  await administer(database.url, async (db) => {
    const count = async (table: 'orders' | 'sample' | 'order_feedback', where = (_: unknown) => true) =>
      (await db.selectFrom(table).selectAll().execute()).filter(where).length
    type Row = {
      document: { patients: unknown[] }
      vob_status: string | null
      asked_submitter_name: string | null
    }
    expect(await count('orders', (row) => (row as Row).document.patients.length > 2)).toBeGreaterThan(20)
    expect(await count('orders', (row) => (row as Row).vob_status !== null)).toBe(7)
    expect(await count('orders', (row) => (row as Row).asked_submitter_name === 'Ada Okafor')).toBe(4)
    expect(await count('sample')).toBeGreaterThan(1900)
    expect(await count('order_feedback')).toBeGreaterThan(20)
  })
})

test('an age in the notes is the patient’s, unless a relative’s', () => {
  const years = (notes: string) => agesIn(notes).map((days) => Math.round(days / 365.25))
  expect(years('Breast cancer at 38; an aunt had ovarian cancer at 50.')).toEqual([38])
  expect(years('Stones since the age of 9, ejection fraction at 28 percent, hydrops at 21 weeks.')).toEqual([
    9,
  ])
  expect(agesIn('Infantile spasms at 5 months.')[0]).toBeCloseTo(152.2)
})
