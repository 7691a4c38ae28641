import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, PARENT } from '#server/testing/world.ts'
import { orderableTests, orderableTestsAt } from './public.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

async function version(): Promise<string> {
  const { version } = await portal.portal.db
    .selectFrom('catalogue_version')
    .select('version')
    .executeTakeFirstOrThrow()
  return version
}

const TEST = 'EPI2'

test.each([
  ['a test', sql`update test set turnaround_days = turnaround_days + 1 where code = ${TEST}`],
  ['what is asked of all', sql`update consent set title = title || '.'`],
  ['whom it is asked of', sql`delete from test_consent where test_code = ${TEST}`],
  [
    'a specimen',
    sql`insert into test_specimen values (${TEST}, 0, 'Relative', 'Blood', '', '', 3, 'mL', 14, 'days', 0, '', false, '')`,
  ],
  [
    'a question about blood',
    sql`insert into test_blood_history values (${TEST}, 'asked', 14, false, 'no', false, 'no', '{}')`,
  ],
  ['a section', sql`delete from test_section where test_code = ${TEST}`],
])('the catalogue is cached until %s changes, and no longer', async (_, change) => {
  const { db } = portal.portal
  const before = await version()
  const first = await orderableTestsAt(before, db, [TEST], PARENT)
  expect(first).toEqual(await orderableTests(db, [TEST], PARENT))
  expect(first).toHaveLength(1)
  expect((await orderableTestsAt(before, db, [TEST], PARENT))[0]).toBe(first[0])
  expect((await orderableTestsAt(before, db, [TEST], CHILD))[0]).not.toBe(first[0])

  await administer(portal.database.url, (admin) => change.execute(admin))
  const after = await version()
  expect(after).not.toBe(before)
  const again = await orderableTestsAt(after, db, [TEST], PARENT)
  expect(again[0]).not.toBe(first[0])
  expect(again).toEqual(await orderableTests(db, [TEST], PARENT))
})

test('caches each test once, whatever it is ordered with', async () => {
  const { db } = portal.portal
  const now = await version()
  const testsOf = (...codes: string[]) => orderableTestsAt(now, db, codes, PARENT)
  const [epilepsy] = await testsOf(TEST)
  const both = await testsOf('WES1', 'none such', TEST, 'WES1')
  expect(both.map(({ code }) => code)).toEqual(['WES1', TEST])
  expect(both[1]).toBe(epilepsy)
  const turned = await testsOf(TEST, 'WES1', 'none such')
  expect(turned.map((one) => both.indexOf(one))).toEqual([1, 0])
  expect(await testsOf()).toEqual([])
})

test('[SPCM-01] a test names its specimens by role, and asks about blood as the catalogue says', async () => {
  await administer(portal.database.url, (admin) =>
    sql`insert into test_specimen values ('CYS4', 0, 'Relative', 'Saliva', '', 'Direct', 2.5, 'mL', 48, 'hours', 1, 'ROOM', true, ''),
      ('CYS4', 1, '', 'Blood', 'HEPN', '', null, '', null, 'days', 0, '', false, 'Heparin inhibits PCR')`.execute(
      admin,
    ),
  )
  const [cystic] = await orderableTests(portal.portal.db, ['CYS4'], PARENT)
  expect(cystic?.specimenRequirements).toEqual([
    {
      ...{ role: 'Relative', type: 'Saliva', additive: '', state: 'Direct', least: 2.5, unit: 'mL' },
      ...{ life: 48, lifeUnit: 'hours', transitDays: 1, storage: 'ROOM', isNeeded: true, refused: '' },
    },
    {
      ...{ role: '', type: 'Blood', additive: 'HEPN', state: '', least: null, unit: '', life: null },
      ...{ lifeUnit: 'days', transitDays: 0, storage: '', isNeeded: false, refused: 'Heparin inhibits PCR' },
    },
  ])
  expect(cystic?.bloodHistory).toBeUndefined()
})
