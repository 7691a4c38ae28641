import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { siteData } from './site-data.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const MINUTE = 60_000
/** Each test starts with an empty cache. */
const fresh = (): Pick<Connection, 'db'> => ({
  db: portal.worker.db.withoutPlugins(),
})

test('the pages have the listed tests with everything that applies everywhere, and can search them', async () => {
  const { categories, tests, index } = await siteData(fresh())
  // [OPS-17] Not the categories without a listed test.
  expect(categories.map(({ category }) => category)).toEqual(['carrier', 'wes', 'confirmation', 'ngs'])
  // ONE7 is not in the public catalogue.
  expect([...tests.keys()].sort()).toEqual(['CON5', 'CYS4', 'EPI2', 'KNO9', 'OVA3', 'PAN8', 'TRI6', 'WES1'])
  expect(tests.get('WES1')).toMatchObject({
    ...{ testName: 'Whole Exome', displayCode: '', geneCount: 20_000, genes: ['SCN1A', 'MECP2', 'CFTR'] },
    ...{ addOns: ['CYS4'], pair: ['TRI6'], parental: ['CON5', 'KNO9'] },
  })
  expect(tests.get('TRI6')?.displayCode).toBe('')
  expect(tests.get('TRI6')?.consents.map(({ id }) => id)).toEqual(['testing', 'research', 'new-york'])
  // A test with a choice of genes is not found by one of them.
  expect(index.testsOfGene.get('kcnq2')).toEqual(['EPI2'])
})

test('imported data appears within a minute, and the last read data stays while the database is away', async () => {
  const connection = fresh()
  const change = (what: RawBuilder<unknown>) => administer(portal.database.url, (db) => what.execute(db))
  const rename = (name: string) => change(sql`update test set name = ${name} where code = 'EPI2'`)
  const nameAt = async (time: number, of = connection) =>
    (await siteData(of, time)).tests.get('EPI2')?.testName
  expect(await nameAt(0)).toBe('Epilepsy Panel')
  await rename('Seizure Panel')
  expect(await nameAt(MINUTE - 1)).toBe('Epilepsy Panel')
  expect(await nameAt(MINUTE)).toBe('Seizure Panel')
  await rename('Epilepsy Panel')

  await change(sql`alter table test rename to test_away`)
  try {
    expect(await nameAt(2 * MINUTE)).toBe('Seizure Panel')
    await expect(siteData(fresh(), 0)).rejects.toThrow(/test/)
  } finally {
    await change(sql`alter table test_away rename to test`)
  }
  expect(await nameAt(3 * MINUTE)).toBe('Epilepsy Panel')
})

test('a price of the price file that is valid today overrides the list price, on the pages and in the order form', async () => {
  const now = Date.now()
  const day = (days: number) => addDays(todayAtLaboratory(new Date(now)), days)
  const price = (code: string, from: number, until: number | null, cents: number) => ({
    ...{ test_code: code, effective_from: day(from), effective_until: until === null ? null : day(until) },
    ...{ list_cents: cents, self_pay_cents: null },
  })
  const listed = (await siteData(fresh(), now)).tests.get('EPI2')?.listPriceCents
  await administer(portal.database.url, (db) =>
    db
      .insertInto('test_price')
      .values([
        price('WES1', -90, null, 1_00),
        price('WES1', -30, null, 2_600_00),
        price('WES1', 30, null, 3_00),
        price('CYS4', -30, 0, 700_00),
        // The price that started last is over: no older one applies again.
        price('EPI2', -90, null, 4_00),
        price('EPI2', -30, -1, 5_00),
      ])
      .execute(),
  )
  const { tests } = await siteData(fresh(), now)
  const onPages = (code: string) => tests.get(code)?.listPriceCents
  expect([onPages('WES1'), onPages('CYS4'), onPages('EPI2')]).toEqual([2_600_00, 700_00, listed])
  const details = await portal.as('OrderCreator@P1').catalogue.test({ params: { code: 'WES1' }, query: {} })
  expect(details.listPriceCents).toBe(2_600_00)
  expect(details.addOnTests.map(({ code, listPriceCents }) => [code, listPriceCents])).toEqual([
    ['CYS4', 700_00],
  ])
})

test('the suggestions are public', async () => {
  const search = async (q: string) =>
    (await portal.request(`/api/tests/suggestions?q=${encodeURIComponent(q)}`)).json()
  expect(await search('scn')).toEqual([
    { kind: 'gene', code: 'SCN1A', text: 'Gene, in 2 tests' },
    { kind: 'test', code: 'EPI2', text: 'Epilepsy Panel' },
    { kind: 'test', code: 'WES1', text: 'Whole Exome' },
  ])
  expect(await search('')).toEqual([])
  expect((await portal.request(`/api/tests/suggestions?q=${'a'.repeat(101)}`)).status).toBe(422)
})
