import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, connect } from '#server/database/connection/connect.ts'
import { readableAddress } from '#server/database/connection/hosts.ts'
import { prepareCluster } from '#server/database/embedded/cluster.ts'
import { freePort } from '#server/database/embedded/embedded.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { copyServer, followServer } from './cluster/base-backup.ts'
import { type Server, startServer, writeSettings } from './cluster/postgres.ts'

const SECRET = 'a-secret-that-protects-nothing-at-all'

let dir: string
let connection: Connection | undefined
const servers: Server[] = []
async function start(name: string): Promise<Server> {
  const server = await startServer(path.join(dir, name), await freePort(), () => undefined)
  servers.push(server)
  return server
}
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'karyo-two-'))
})
afterAll(async () => {
  await connection?.close()
  await Promise.all(servers.map((one) => one.stop()))
  if (dir) await rm(dir, { recursive: true, force: true })
})

test('an old primary that was never stopped keeps running, and no portal writes to it any more', async () => {
  await writeSettings((await prepareCluster(path.join(dir, 'old'))).data, {})
  const old = await start('old')
  await migrate(old.url, SECRET)
  const copy = await copyServer(old, path.join(dir, 'new'), 'standby')
  await followServer(copy, old, 'standby')
  const promoted = await start('new')
  const { username, password } = new URL(old.url)
  const url = readableAddress(
    `postgres://${username}:${password}@127.0.0.1:${old.port},127.0.0.1:${promoted.port}/postgres`,
  )
  connection = connect({ url, secret: SECRET, role: 'karyo_worker', max: 2 })
  const { pool } = connection
  const port = async () =>
    (await pool.query<{ port: number }>('select inet_server_port() as port')).rows[0]?.port
  // A transaction that is open when the other server is promoted.
  const begun = await pool.connect()
  const disconnected = new Promise((resolve) => begun.once('end', resolve))
  await begun.query('begin')
  const events: string[] = []
  const listener = await connection.listen({ order_event: () => undefined }, () => void events.push('missed'))
  expect(await port()).toBe(old.port)

  await promoted.ask('select pg_promote(true, 60)')
  const at = performance.now()
  await disconnected
  const seconds = ((performance.now() - at) / 1000).toFixed(1)
  begun.release(true)
  expect(await port()).toBe(promoted.port)
  await expect.poll(() => events, { timeout: 10_000 }).toEqual(['missed'])
  // It still accepts writes, but no client with both addresses connects to it.
  expect(await old.ask('create table nobody_sees_this ()')).toEqual([])
  await listener.close()
  process.stdout.write(`Two primaries: left the old one after ${seconds} s\n`)
})
