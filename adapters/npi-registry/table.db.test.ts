import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NpiRecord } from '#domain/npi/npi-record.ts'
import { type TestDatabase, testDatabase } from '../../server/testing/database.ts'
import { storeRecords, tableRegistry } from './table.ts'

let database: TestDatabase
let db: Kysely<unknown>
beforeAll(async () => {
  database = await testDatabase()
  const pool = new pg.Pool({ connectionString: database.url })
  // The database may stop before the last connection has noticed that it ended.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined))
  db = new Kysely({ dialect: new PostgresDialect({ pool }) })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(() => sql`delete from npi_record`.execute(db))

const ADA: NpiRecord = {
  ...{ npi: '1234567893', kind: 'person', active: true, credential: 'MD', city: 'COLUMBUS', state: 'OH' },
  ...{ firstName: 'ADA', middleName: '', lastName: "O'KAFOR" },
  otherNames: [{ firstName: 'ADA', middleName: '', lastName: 'EZE' }],
  taxonomies: [{ code: '207SG0201X', description: 'Clinical Genetics', primary: true }],
}
async function* each(...records: NpiRecord[]) {
  yield* records
}
const versions = async () =>
  (await sql<{ npi: string; xmin: string }>`select npi, xmin from npi_record order by npi`.execute(db)).rows

test('finds a stored record by its number', async () => {
  const organization: NpiRecord = { ...ADA, npi: '1000000004', kind: 'organization', active: false }
  expect(await storeRecords(db, each(ADA, organization))).toBe(2)
  const registry = tableRegistry(db)
  expect(await registry.lookup('1234567893')).toEqual(ADA)
  expect(await registry.lookup('1000000004')).toEqual(organization)
})

test('caches a found record for an hour, but not a missing one', async () => {
  let now = 0
  const registry = tableRegistry(db, () => now)
  expect(await registry.lookup(ADA.npi)).toBeNull()
  expect(registry.recent(ADA.npi)).toBeUndefined()
  await storeRecords(db, each(ADA))
  await registry.lookup(ADA.npi)
  now = 59 * 60 * 1000
  expect(registry.recent(ADA.npi)).toEqual(ADA)
  now = 61 * 60 * 1000
  expect(registry.recent(ADA.npi)).toBeUndefined()
})

test.each(['1000000012', '1234567890', '', "1' or true --"])('finds nothing for %j', async (npi) => {
  await storeRecords(db, each(ADA))
  expect(await tableRegistry(db).lookup(npi)).toBeNull()
})

test('keeps the last record for a number that occurs twice', async () => {
  expect(await storeRecords(db, each(ADA, { ...ADA, lastName: 'EZE' }))).toBe(1)
  expect(await tableRegistry(db).lookup(ADA.npi)).toMatchObject({ lastName: 'EZE' })
})

test('updates changed records, does not rewrite identical ones, and deletes none', async () => {
  const other: NpiRecord = { ...ADA, npi: '1000000004' }
  const third: NpiRecord = { ...ADA, npi: '1000000012' }
  await storeRecords(db, each(ADA, other, third))
  const before = await versions()
  await storeRecords(db, each({ ...ADA, taxonomies: [] }, other))
  const after = await versions()
  expect(after.map(({ npi }) => npi)).toEqual(before.map(({ npi }) => npi))
  expect(after.map(({ xmin }, at) => xmin === before[at]?.xmin)).toEqual([true, true, false])
  expect(await tableRegistry(db).lookup(ADA.npi)).toEqual({ ...ADA, taxonomies: [] })
})

test('writes many records in batches, and reports progress', async () => {
  async function* many() {
    for (let n = 0; n < 1_200; n++) yield { ...ADA, npi: String(1_500_000_000 + n) }
  }
  const progress: number[] = []
  expect(await storeRecords(db, many(), (count) => progress.push(count))).toBe(1_200)
  expect(progress).toEqual([500, 1_000, 1_200])
  expect(await versions()).toHaveLength(1_200)
})
