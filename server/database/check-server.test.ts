import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { TEST_SECRET } from '../testing/cluster.ts'
import { emptyDatabase } from '../testing/database.ts'
import { connectionProblem, serverProblems } from './check-server.ts'
import { administer } from './connection/connect.ts'
import { migrate } from './migrate/migrate.ts'

const run = (url: string, statement: string) =>
  administer(url, async (db) => void (await sql.raw(statement).execute(db)))
const at = (parts: { password?: string; pathname?: string; search?: string }) =>
  Object.assign(new URL(inject('clusterUrl')), parts).href
const refusal = (url: string) =>
  migrate(url, TEST_SECRET).then(
    () => 'it was taken',
    (error: Error) => `${error.name}: ${error.message}`,
  )

/** A user of the server without rights beyond connecting; drops it afterwards. */
async function withUser<T>(
  rights: string,
  work: (name: string, url: (database: string) => string) => Promise<T>,
) {
  const name = `owner_${randomUUID().slice(0, 8)}`
  const cluster = inject('clusterUrl')
  await run(cluster, `create role ${name} login password 'secret' ${rights}`)
  try {
    return await work(
      name,
      (database) => Object.assign(new URL(database), { username: name, password: 'secret' }).href,
    )
  } finally {
    await run(cluster, `drop role ${name}`)
  }
}

describe('[OPS-04] a server that cannot be used is refused in one line with the variable and the remedy', () => {
  test('a wrong password', async () => {
    const message = await refusal(at({ password: 'another' }))
    expect(message).toMatch(/^SetupError: DATABASE_URL: .* refuses the user karyo .*: check user, password/)
    expect(message).not.toContain('another')
    expect(message).not.toContain('\n')
  })

  test('no such database', async () => {
    expect(await refusal(at({ pathname: 'kayro' }))).toMatch(
      /^SetupError: DATABASE_URL: there is no database kayro at 127\.0\.0\.1:\d+: create it/,
    )
  })

  test('a host without an address', async () => {
    expect(await refusal('postgres://owner@database.invalid/karyo')).toMatch(
      /^SetupError: DATABASE_URL: database\.invalid:5432 has no address/,
    )
  })

  test('a port at which nothing listens', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    await new Promise((closed) => probe.close(closed))
    expect(await refusal(`postgres://owner@127.0.0.1:${port}/karyo`)).toContain(
      `DATABASE_URL: nothing listens at 127.0.0.1:${port}: start PostgreSQL there`,
    )
  })

  test('a server that does not encrypt', async () => {
    expect(await refusal(at({ search: '?sslmode=verify-full' }))).toContain(
      'does not encrypt: turn on ssl there',
    )
  })

  test('a file of authorities that is not there', async () => {
    expect(await refusal(at({ search: '?sslmode=verify-full&sslrootcert=/none/ca.pem' }))).toContain(
      'DATABASE_URL: a file that it names cannot be read',
    )
  })

  test.each([
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('a certificate that is not trusted: %s', (code) => {
    const problem = connectionProblem(
      'postgres://owner@db1.test/karyo',
      Object.assign(new Error('bad'), { code }),
    )
    expect(problem).toBe(
      'the certificate of db1.test:5432 is not trusted (bad): add sslrootcert=FILE with the authority that issued it',
    )
  })

  test('another encoding', async () => {
    const name = `latin_${randomUUID().slice(0, 8)}`
    const cluster = inject('clusterUrl')
    const pool = at({ pathname: name })
    const { default: postgres } = await import('postgres')
    const direct = postgres(cluster, { max: 1 })
    await direct.unsafe(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    try {
      expect(await refusal(pool)).toContain(
        `DATABASE_URL: the database ${name} has the encoding LATIN1: create it with encoding 'UTF8'`,
      )
    } finally {
      await direct.unsafe(`drop database ${name}`)
      await direct.end()
    }
  })

  test('a user without rights: each is named, and nothing is written', async () => {
    const database = await emptyDatabase()
    await withUser('', async (name, url) => {
      const message = await refusal(url(database.url))
      for (const words of [
        `the user ${name} may not create roles: alter role "${name}" createrole`,
        `may not create schemas in`,
        `grant create on schema public to "${name}"`,
        'may not change the roles karyo_identity, karyo_portal, karyo_worker, which another user made',
      ])
        expect(message).toContain(words)
    })
    const tables = await administer(
      database.url,
      async (db) =>
        (
          await sql`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(
            db,
          )
        ).rows,
    )
    expect(tables).toEqual([])
    await database.drop()
  })
})

test('[OPS-04] PostgreSQL 15 is too old', () => {
  const details = {
    ...{
      version: '15.14 (Debian 15.14-0+deb12u1)',
      major: 15,
      encoding: 'UTF8',
      database: 'karyo',
      user: 'owner',
    },
    ...{
      isSuperuser: true,
      mayCreateRoles: true,
      mayCreateInDatabase: true,
      mayCreateInPublic: true,
      foreignRoles: [],
    },
  }
  expect(serverProblems(details)).toEqual([
    'PostgreSQL 15.14 (Debian 15.14-0+deb12u1) is too old: use 16 or later',
  ])
  expect(serverProblems({ ...details, major: 16 })).toEqual([])
})

test('[OPS-02] the start says which database it uses: name, host, port and version, without the password', async () => {
  const database = await emptyDatabase()
  const { hostname, port, pathname, password } = new URL(database.url)
  const line = await migrate(database.url, TEST_SECRET)
  expect(line).toMatch(/^The database is \S+ at \S+, PostgreSQL \d+\.\d+\.$/)
  expect(line).toContain(`${pathname.slice(1)} at ${hostname}:${port}`)
  expect(line).not.toContain(password)
  await database.drop()
})
