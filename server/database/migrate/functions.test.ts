import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_SECRET, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { functionsDigest, hasFunctions, REVISIONS, readFunctions } from './functions.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let sql: postgres.Sql
beforeAll(async () => {
  database = await testDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

test('a changed function requires a new revision', async () => {
  const digest = functionsDigest(await readFunctions())
  expect(REVISIONS.at(-1), `add '${digest}' to REVISIONS`).toBe(digest)
  expect(new Set(REVISIONS).size).toBe(REVISIONS.length)
})

test('every database function has a file with its name', async () => {
  const found = await sql<{ name: string }[]>`select distinct proname as name from pg_proc p
    where pronamespace in ('public'::regnamespace, 'identity'::regnamespace) and proname not in ('functions_revision', 'oldest_usable')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  const files = [...(await readFunctions()).keys()]
  expect(found.map(({ name }) => name.replaceAll('_', '-')).toSorted()).toEqual(files)
})

const revisionIs = (revision: number) =>
  sql.unsafe(`create or replace function functions_revision() returns integer language sql immutable as 'select ${revision}';
    create or replace function own_id() returns bigint language sql stable as 'select 7::bigint'`)
const ownId = async () =>
  (await sql<{ source: string }[]>`select prosrc as source from pg_proc where proname = 'own_id'`)[0]?.source

test("a start gives the database this program's functions", async () => {
  await revisionIs(REVISIONS.length - 1)
  await migrate(database.url, TEST_SECRET)
  expect(await ownId()).toContain('scope_subject()')
})

test("an older program leaves a newer one's functions alone", async () => {
  await revisionIs(REVISIONS.length + 1)
  await migrate(database.url, TEST_SECRET)
  expect(await ownId()).toContain('7::bigint')
})

test('a database restored from its migrations alone lacks the current functions', async () => {
  await sql`drop function functions_revision()`
  const client = new pg.Client(database.url)
  await client.connect()
  expect(await hasFunctions(client)).toBe(false)
  await client.end()
})
