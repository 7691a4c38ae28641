import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Connection, connect } from '../database/connection/connect.ts'
import { lockSameValue } from '../database/embedded/lock-same-value.ts'
import { refuseOtherSecret } from '../database/roles.ts'
import { limitsWork, sharedLimits } from '../http/shared-limits.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../testing/database.ts'

let database: TestDatabase
/** Of two portals. */
let connections: Connection[]
beforeAll(async () => {
  database = await testDatabase()
  connections = [1, 2].map(() =>
    connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 3 }),
  )
})
afterAll(async () => {
  await Promise.all((connections ?? []).map((one) => one.close()))
  await database?.drop()
})

describe('a limit counts the requests of all portals', () => {
  const MINUTE = 60_000
  const storesOf = () =>
    connections.map((one): FastifyRateLimitStore => {
      const Store = sharedLimits(one)
      return new Store({})
    })
  const count = (store: FastifyRateLimitStore | undefined, key: string, max: number, windowMs = MINUTE) =>
    new Promise<{ current: number; ttl: number }>((resolve, reject) =>
      store?.incr(
        key,
        (error, result) => (error || !result ? reject(error) : resolve(result)),
        windowMs,
        max,
      ),
    )
  const rows = async (key: string) =>
    (await connections[0]?.pool.query('select count from rate_count where key = $1', [` ${key}`]))?.rows

  test('a small limit exactly, however many requests are concurrent', async () => {
    const stores = storesOf()
    const counts = Array.from({ length: 80 }, (_, index) => count(stores[index % 2], 'small', 30))
    const given = (await Promise.all(counts)).map(({ current }) => current)
    expect(given.filter((number) => number <= 30).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
  })

  test('a large limit by the block, of which the other portal keeps at most one; once used up, nothing is written', async () => {
    const stores = storesOf()
    await count(stores[1], 'large', 400)
    const one = []
    for (let index = 0; index < 500; index += 1) one.push((await count(stores[0], 'large', 400)).current)
    expect(one.filter((number) => number <= 400)).toHaveLength(390)
    expect(await rows('large')).toEqual([{ count: 400 }])
    expect((await count(stores[1], 'large', 400)).current).toBe(2)
  })

  test('a new window starts from zero, and an expired one is deleted', async () => {
    const [store] = storesOf()
    for (const _ of [1, 2, 3]) await count(store, 'short', 2)
    await connections[0]?.pool.query("update rate_count set ends_at = now() where key = ' short'")
    // Another portal, which does not remember that the limit was used up.
    expect((await count(storesOf()[1], 'short', 2)).current).toBe(1)
    await connections[0]?.pool.query("update rate_count set ends_at = now() - interval '1 second'")
    if (connections[0]) await limitsWork(connections[0]).run()
    expect(await rows('short')).toEqual([])
  })
})

test('setting the clock back does not prolong a used-up limit', async () => {
  const [connection] = connections
  if (!connection) throw new Error('no connection')
  const Store = sharedLimits(connection)
  const store = new Store({})
  const count = () =>
    new Promise<number>((resolve, reject) =>
      store.incr('clock', (error, result) => (result ? resolve(result.current) : reject(error)), 300, 1),
    )
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    expect(await count()).toBe(1)
    vi.setSystemTime(Date.now() - 7_200_000)
    await expect.poll(count, { timeout: 20_000, interval: 50 }).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('a portal with a different laboratory is detected, and one with the same is not', async () => {
  const [first, second] = connections.map(({ pool }) => pool)
  if (!first || !second) throw new Error('no connections')
  const lockValue = (pool: pg.Pool, value: string, withinMs = 0) =>
    lockSameValue(pool, ['laboratory', value], withinMs)
  const one = await lockValue(first, 'lims.test:2575')
  const [same, other] = [await lockValue(second, 'lims.test:2575'), await lockValue(second, 'lims.test:2576')]
  expect([one.isLocked, same.isLocked, other.isLocked]).toEqual([true, true, false])
  // After a lost connection the lock is taken again automatically.
  const inDatabase = 'database = (select oid from pg_database where datname = current_database())'
  await first.query(
    `select pg_terminate_backend(pid) from pg_locks where objsubid = 2 and pid <> pg_backend_pid() and ${inDatabase}`,
  )
  const holders = `select from pg_locks where locktype = 'advisory' and objsubid = 2 and ${inDatabase}`
  await expect.poll(async () => (await second.query(holders)).rowCount).toBe(2)
  expect((await lockValue(second, 'lims.test:2576')).isLocked).toBe(false)
  await Promise.all([one.close(), same.close()])
  const next = await lockValue(second, 'lims.test:2576', 50_000)
  expect(next.isLocked).toBe(true)
  await next.close()
})

test('a portal with another secret does not lock out running portals', async () => {
  await connections[0]?.pool.query('select 1')
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  try {
    await refuseOtherSecret(admin, database.url, TEST_SECRET)
    await expect(
      refuseOtherSecret(admin, database.url, 'another-secret-of-another-installation'),
    ).rejects.toThrow('A portal with a different KARYO_SECRET is using this database')
  } finally {
    await admin.end()
  }
})
