import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fail, ProblemError } from '#contract/errors.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { type Connection, connect } from './connect.ts'
import { addressAt, readableAddress } from './hosts.ts'
import { readingFrom } from './standby.ts'

// With a standby that follows: faults/standby.faults.ts.

/** Longer than a busy machine takes. */
const LIMITS = { lockMs: 60_000, checkedOutMs: 60_000 }

let database: TestDatabase
let primary: Connection
/** Takes connections and says nothing, as a frozen machine. */
const sockets: Socket[] = []
const silent = createServer((socket) => void sockets.push(socket))
const opened: Connection[] = []
beforeAll(async () => {
  database = await testDatabase()
  primary = open(database.url)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(opened.map((one) => one.close()))
  silent.close()
  await database?.drop()
})

function open(url: string): Connection {
  const options = { url, secret: TEST_SECRET, role: 'karyo_portal', max: 2, limits: LIMITS } as const
  const connection = connect(options)
  opened.push(connection)
  return connection
}

test('hosts that are away, silent or no standby are not read from, and why is told once', async () => {
  const own = new URL(database.url).host
  const quiet = `127.0.0.1:${(silent.address() as { port: number }).port}`
  const hosts = [own, '127.0.0.1:1', quiet]
  const why = new Map<string, string>()
  const from = (some: string[], withinMs: number) =>
    readingFrom(
      primary,
      some.map((host) => ({ host, connection: open(addressAt(database.url, host)) })),
      (host, { message }) => why.set(host, `${why.get(host) ?? ''}${message}`),
      withinMs,
    )
  // Only for the silent one is the time up.
  const all = [from([own, '127.0.0.1:1'], 60_000), from([quiet], 100)]
  let runs = 0
  const read = ({ connection }: (typeof all)[number]) =>
    connection.transaction({ 'karyo.institutions': 'P1' }, async (db) => {
      runs += 1
      const setting = sql<{ now: string }>`select current_setting('karyo.institutions') as now`
      return (await setting.execute(db)).rows
    })
  for (const one of all) expect(await read(one)).toEqual([{ now: 'P1' }])
  await expect.poll(() => why.size).toBe(3)
  for (const one of all) expect(await read(one)).toEqual([{ now: 'P1' }])
  expect(runs).toBe(4)
  expect([why.get(own), why.get(quiet)]).toEqual([
    'is no standby of this primary, or has not followed its promotion',
    'is silent',
  ])
  expect(all.flatMap(({ figures }) => figures())).toEqual(
    hosts.map((host) => ({ host, isUsed: false, answered: 0, passedOn: 0 })),
  )
})

test('where there is none, the primary is read as ever', () => {
  expect(readingFrom(primary, []).connection).toBe(primary)
})

test('a refusal is one wherever it is read', async () => {
  const { connection } = readingFrom(primary, [
    { host: 'away', connection: open(addressAt(database.url, '[::1]:1')) },
  ])
  await expect(connection.transaction({}, async () => fail('invalid-page'))).rejects.toThrow(ProblemError)
})

test.each([
  [
    'postgres://a:b@one:5433/karyo?sslmode=verify-full',
    'two',
    'postgres://a:b@two/karyo?sslmode=verify-full',
  ],
  ['postgres://a:b@one,two:5433/karyo', 'three:5434', 'postgres://a:b@three:5434/karyo'],
  ['postgres://one/karyo', '[::1]:5433', 'postgres://[::1]:5433/karyo'],
])('%s at %s', (address, host, at) => {
  expect(addressAt(readableAddress(address), host)).toBe(at)
})
