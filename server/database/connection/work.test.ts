import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_SECRET, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { administer, type Connection, connect, REQUEST_LIMITS } from './connect.ts'
import { asWork, GivenUp, isGivenUp, outsideWork, type Work } from './work.ts'

let database: TestDatabase
let portal: Connection
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => {
  portal = connect({
    ...{ url: database.url, secret: TEST_SECRET, role: 'karyo_portal', max: 8 },
    limits: REQUEST_LIMITS,
  })
  return () => portal.close()
})
afterAll(() => database?.drop())

/** Longer than any test waits. */
const FOREVER = sql`select pg_sleep(3600)`
const SCOPED = { 'karyo.institutions': '' }

function begun(more: Partial<Work> = {}) {
  const gone = new AbortController()
  const work: Work = { claimant: { user: 'one' }, statementMs: 600_000, signal: gone.signal, ...more }
  return { work, giveUp: () => gone.abort(new GivenUp()) }
}

/** How many statements of the portal's role run in this database. */
const running = () =>
  administer(database.url, async (db) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and usename = 'karyo_portal' and state = 'active'`.execute(db)
    return rows[0]?.n
  })

const ROUTES: [way: string, ask: () => Promise<unknown>][] = [
  ['a transaction', () => portal.transaction(SCOPED, (db) => FOREVER.execute(db))],
  ['a reading', () => FOREVER.execute(portal.reads({ text: 'select $1::int', values: [1] }))],
  ['a statement by itself', () => FOREVER.execute(portal.db)],
  ['the driver itself', () => portal.pool.query('select pg_sleep(3600)')],
]

describe('[SEC-02] a request that is given up stops its query in the database', () => {
  test.each(ROUTES)('%s', async (_, query) => {
    const { work, giveUp } = begun()
    const outcome = asWork(work, query)
    const failed = outcome.catch((error: unknown) => error)
    await expect.poll(running).toBe(1)
    giveUp()
    expect(isGivenUp(await failed)).toBe(true)
    await expect.poll(running).toBe(0)
    // And asks for nothing more.
    await expect(asWork(work, () => portal.pool.query('select 1'))).rejects.toThrow(GivenUp)
    expect((await portal.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('while it waits for a connection too, and between two statements of a transaction', async () => {
    const { work, giveUp } = begun()
    const two = asWork(work, () => [FOREVER.execute(portal.db), FOREVER.execute(portal.db)])
    await expect.poll(running).toBe(2)
    // The two are all that one user may have: this one waits for them.
    const waits = asWork(work, () => FOREVER.execute(portal.db))
    const other = begun({ claimant: { user: 'another' } })
    const between = asWork(other.work, () =>
      portal.transaction(SCOPED, async (db) => {
        await sql`select ${1}::int`.execute(db)
        other.giveUp()
        await sql`select ${2}::int`.execute(db)
      }),
    )
    const settled = Promise.allSettled([...two, waits, between])
    await new Promise((resolve) => setImmediate(resolve))
    giveUp()
    for (const one of await settled) expect(one.status === 'rejected' && isGivenUp(one.reason)).toBe(true)
  })

  test('but what is committing is let through', async () => {
    const { work, giveUp } = begun()
    const write = (key: string) => sql`insert into rate_count values (${key}, 1, now())`
    const worker = connect({
      ...{ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 1 },
      limits: REQUEST_LIMITS,
    })
    try {
      await asWork(work, () =>
        worker.transaction(SCOPED, async (db) => {
          await write('committed').execute(db)
          // The commit is on its way by then.
          setImmediate(giveUp)
        }),
      )
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from rate_count where key = 'committed'`.execute(worker.db)
      expect(rows).toEqual([{ n: 1 }])
    } finally {
      await worker.close()
    }
  })
})

describe('[SEC-02] a statement of a request has a limit of time', () => {
  test.each(ROUTES.slice(0, 2))('%s', async (_, query) => {
    const { work } = begun({ statementMs: 20 })
    await expect(asWork(work, query)).rejects.toMatchObject({ code: '57014' })
    // The next request has its own.
    const { rows } = await portal.pool.query('show statement_timeout')
    expect(rows).toEqual([{ statement_timeout: '0' }])
  })

  test('which does not hold for what is nobody’s, nor for the commit', async () => {
    const { work } = begun({ statementMs: 40_000 })
    const timeouts = await asWork(work, async () => [
      await portal.transaction(SCOPED, async (db) => (await sql`show statement_timeout`.execute(db)).rows[0]),
      await outsideWork(() =>
        portal.transaction(SCOPED, async (db) => (await sql`show statement_timeout`.execute(db)).rows[0]),
      ),
    ])
    expect(timeouts).toEqual([{ statement_timeout: '40s' }, { statement_timeout: '0' }])
  })
})

test('[SEC-02] a caller whose connection dies leaves no query behind', async () => {
  const client = await portal.pool.connect()
  const outcome = client.query('select pg_sleep(3600)').catch((error: unknown) => error)
  await expect.poll(running).toBe(1)
  client.connection.stream.destroy()
  await outcome
  client.release(true)
  await expect.poll(running).toBe(0)
})

test('[SEC-02] one user leaves connections for another, and asks for one more while they hold one', async () => {
  const greedy = begun()
  const asked = asWork(greedy.work, () => Array.from({ length: 20 }, () => FOREVER.execute(portal.db)))
  // On a busy machine those that wait are refused before the others are given up.
  const settled = Promise.allSettled(asked)
  await expect.poll(running).toBe(2)
  const other = begun({ claimant: { user: 'another' } })
  const { rows } = await asWork(other.work, () =>
    portal.transaction(SCOPED, async (db) => {
      await sql`select ${1}::int`.execute(db)
      return sql<{ one: number }>`select 1 as one`.execute(portal.db)
    }),
  )
  expect(rows).toEqual([{ one: 1 }])
  greedy.giveUp()
  for (const one of await settled) expect(one.status).toBe('rejected')
})
