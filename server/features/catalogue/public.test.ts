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
