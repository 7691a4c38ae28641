import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TEST_SECRET, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { type Connection, connect } from './connection/connect.ts'
import { PlanKeeping } from './connection/plan-keeping.ts'
import { followUpgrades, whileNoPlansAreKept } from './upgrades.ts'

let database: TestDatabase
let owner: pg.Client
let planKeeping: PlanKeeping
let worker: Connection
let following: Awaited<ReturnType<typeof followUpgrades>>
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client(database.url)
  await owner.connect()
})
beforeEach(async () => {
  planKeeping = new PlanKeeping()
  worker = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 1, planKeeping })
  following = await followUpgrades(worker, planKeeping)
})
afterEach(async () => {
  await following?.close()
  await worker?.close()
})
afterAll(async () => {
  await owner?.end()
  await database?.drop()
})

const counts = (key: string) => sql`select * from rate_count where key = ${key}`
/** The three ways in which a statement reaches the database. */
const WAYS: Record<string, () => Promise<unknown>> = {
  alone: () => counts('a').execute(worker.db),
  'in a transaction': () => worker.transaction({}, (db) => counts('b').execute(db)),
  'as a reading': () => counts('c').execute(worker.reads({ text: 'select $1::int', values: [1] })),
}
/** Often enough that the connection keeps a plan. */
async function askAll() {
  for (const ask of Object.values(WAYS)) for (let time = 0; time < 4; time += 1) await ask()
}

/** What the connection keeps of them: one for the first way, one for the others. */
async function kept(): Promise<string[]> {
  const { rows } = await worker.pool.query<{ name: string }>(
    "select name from pg_prepared_statements where statement like '%rate_count%' order by name",
  )
  return rows.map(({ name }) => name)
}

test('a table that gets another column during an upgrade fails no statement of a portal at work', async () => {
  await askAll()
  const before = await kept()
  expect(before).toHaveLength(2)

  await whileNoPlansAreKept(owner, async () => {
    await expect.poll(() => planKeeping.isPaused).toBe(true)
    await owner.query('alter table rate_count add column more int')
    await askAll()
    expect(await kept()).toEqual(before)
  })

  await expect.poll(() => planKeeping.isPaused).toBe(false)
  await askAll()
  expect((await kept()).filter((name) => !before.includes(name))).toHaveLength(2)
})

test('after an upgrade that fails, the former plans are right, and new ones are kept again', async () => {
  const failing = whileNoPlansAreKept(owner, async () => {
    await expect.poll(() => planKeeping.isPaused).toBe(true)
    await owner.query('begin')
    await owner.query('alter table rate_count add column even_more int')
    await owner.query('select 1 / 0')
  })
  await expect(failing).rejects.toThrow('division by zero')
  await expect.poll(() => planKeeping.isPaused).toBe(false)
  await askAll()
  expect(await kept()).toHaveLength(2)
})

test('who lost the connection during an upgrade keeps plans again', async () => {
  const { period } = planKeeping
  await whileNoPlansAreKept(owner, async () => {
    await expect.poll(() => planKeeping.isPaused).toBe(true)
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen "upgrade"'`)
    await expect.poll(() => planKeeping.isPaused).toBe(false)
  })
  // By the new connection, and by the end that it is told: heard between two statements, that would make a plan more.
  await expect.poll(() => planKeeping.period).toBe(period + 2)
  await askAll()
  expect(await kept()).toHaveLength(2)
})
