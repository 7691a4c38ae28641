import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_SECRET, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { freePort } from '../embedded/embedded.ts'
import { openDatabase } from '../open.ts'
import { SetupError } from '../setup-error.ts'
import { type Connection, connect, isDatabaseAway, takesWrites } from './connect.ts'

let database: TestDatabase
let connection: Connection
const opened: Connection[] = []
const open = (limits: { lockMs: number; checkedOutMs: number }) => {
  const one = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_portal', max: 1, limits })
  opened.push(one)
  return one
}
beforeAll(async () => {
  database = await testDatabase()
  connection = open({ lockMs: 50, checkedOutMs: 600_000 })
})
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await database?.drop()
})

async function failure(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('it did not fail')
  return Object.assign(error, { isAway: isDatabaseAway(error) })
}

test('what others hold is waited for as long as was said, and the connection is good afterwards', async () => {
  const lock = "select pg_advisory_xact_lock(hashtext('held'))"
  const lockingClient = await open({ lockMs: 600_000, checkedOutMs: 600_000 }).pool.connect()
  await lockingClient.query('begin')
  await lockingClient.query(lock)
  const waits = await failure(connection.pool.query(lock))
  lockingClient.release(true)
  expect(waits).toMatchObject({ code: '55P03', isAway: true })
  expect(await takesWrites(connection)).toBe(true)
})

test('a connection that is held too long is broken off, and the next one gets another', async () => {
  const { pool } = open({ lockMs: 600_000, checkedOutMs: 100 })
  const failed = await failure(pool.query('select pg_sleep(3600)'))
  expect(failed).toMatchObject({ message: 'Connection terminated unexpectedly', isAway: true })
  // On a busy machine this may take as long too, and is broken off then.
  await expect.poll(async () => (await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('one that is given back in time is not', async () => {
  const { pool } = open({ lockMs: 600_000, checkedOutMs: 5_000 })
  const processOf = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid
  const first = await processOf()
  await connection.pool.query('select pg_sleep(5.2)')
  expect(await processOf()).toBe(first)
})

test('a database that was made read-only is known, and what it refuses can be tried again', async () => {
  const one = open({ lockMs: 600_000, checkedOutMs: 600_000 })
  await one.pool.query('set default_transaction_read_only = on')
  expect(await takesWrites(one)).toBe(false)
  const refused = await failure(
    one.pool.query("insert into rate_count (key, count, ends_at) values ('x', 1, now())"),
  )
  expect(refused).toMatchObject({ code: '25006', isAway: true })
})

test('a start without a database says so in one line', async () => {
  const port = await freePort()
  const start = (databaseUrl: string) =>
    failure(openDatabase({ databaseUrl, dataDir: tmpdir(), secret: TEST_SECRET, onLog: () => undefined }))
  const refused = await start(`postgres://karyo@127.0.0.1:${port}/karyo`)
  expect(refused).toBeInstanceOf(SetupError)
  expect(refused.message).toBe(
    `DATABASE_URL: nothing listens at 127.0.0.1:${port}: start PostgreSQL there, or check host and port.`,
  )
  // Something else answers there, and hangs up.
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  const none = await start(
    `postgres://karyo@127.0.0.1:${port}/karyo?hosts=127.0.0.1:${port},localhost:${port}`,
  )
  expect(none.message).toMatch(/No database takes writes \(127.0.0.1:\d+: /)
  server.close()
})
