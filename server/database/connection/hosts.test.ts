import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_SECRET, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import { roleUrl } from '../roles.ts'
import { type Connection, connect, isDatabaseAway } from './connect.ts'
import { clientConfig, hostsOf, readableAddress } from './hosts.ts'

describe('an address', () => {
  test.each([
    ['postgres://a:b@one:5433/karyo', []],
    [
      'postgres://a:b@one:5433,two/karyo?target_session_attrs=read-write&sslmode=verify-full',
      [
        { host: 'one', port: 5433 },
        { host: 'two', port: 5432 },
      ],
    ],
    [
      'postgresql://[::1],[fd00::2]:5433/karyo',
      [
        { host: '::1', port: 5432 },
        { host: 'fd00::2', port: 5433 },
      ],
    ],
  ])('%s', (address, hosts) => {
    const readable = readableAddress(address)
    expect(hostsOf(readable)).toEqual(hosts)
    // As another role too.
    expect(hostsOf(roleUrl(readable, TEST_SECRET, 'karyo_portal'))).toEqual(hosts)
  })

  test.each(['postgres://one,two/karyo?target_session_attrs=standby', 'postgres://one,/karyo'])(
    '%s cannot be followed',
    (address) => {
      expect(() => readableAddress(address)).toThrow()
    },
  )

  test('of several hosts a certificate may name any', () => {
    const { ssl } = clientConfig(readableAddress('postgres://one.test,two.test/karyo?sslmode=verify-full'))
    if (typeof ssl !== 'object' || !ssl.checkServerIdentity)
      throw new Error('the certificate is not looked at')
    const named = (name: string) =>
      ssl.checkServerIdentity?.('one.test', { subjectaltname: `DNS:${name}` } as never)
    expect(named('one.test')).toBeUndefined()
    expect(named('two.test')).toBeUndefined()
    expect(named('three.test')).toBeInstanceOf(Error)
  })
})

describe('several hosts', () => {
  let database: TestDatabase
  /** Takes connections and says nothing, as a frozen machine. */
  const silent = createServer(() => undefined)
  const opened: Connection[] = []
  beforeAll(async () => {
    database = await testDatabase()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()))
    silent.close()
    await database?.drop()
  })

  function open(ports: readonly (number | string)[]) {
    const { port, pathname } = new URL(database.url)
    const hosts = ports.map((one) => `127.0.0.1:${one === 'own' ? port : one}`).join(',')
    const url = readableAddress(`postgres://nobody@${hosts}${pathname}?target_session_attrs=read-write`)
    const connection = connect({ url, secret: TEST_SECRET, role: 'karyo_worker', max: 2 })
    opened.push(connection)
    return connection
  }
  const silentPort = () => (silent.address() as { port: number }).port

  test('the one that takes writes is found behind those that do not answer', async () => {
    const { pool } = open([silentPort(), 1, 'own'])
    expect((await pool.query('select current_user as name')).rows).toEqual([{ name: 'karyo_worker' }])
  })

  test('where none does, it says of each why, and that trying again makes sense', async () => {
    const failed: Error = await open([1, 2])
      .pool.query('select 1')
      .catch((error) => error)
    expect(failed.message).toMatch(/127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:2: .*ECONNREFUSED/)
    expect(isDatabaseAway(failed)).toBe(true)
  })
})
