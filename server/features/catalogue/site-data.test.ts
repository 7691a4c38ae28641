import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
