import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '../testing/browser.ts'
import { password, rowan, runningIdentity } from '../testing/embedded.ts'
import { addressLimit, type GuardedAttempt, guardAttempt, lockout } from './lockout.ts'

// Needs its own cluster; hashing each password takes time.
let running: Awaited<ReturnType<typeof runningIdentity>>
let db: Kysely<object>

beforeAll(async () => {
  running = await runningIdentity()
  db = new Kysely<object>({ dialect: new PostgresDialect({ pool: running.database.pool() }) })
})

afterAll(() => running?.stop())

const hospital = '198.51.100.7'
const attempt = (email: string, right: boolean): GuardedAttempt => ({
  email,
  address: hospital,
  wrong: 'wrong-password',
  check: async () => right,
  onLocked: async () => {},
})

describe('300 colleagues behind one address', () => {
  it('are not locked out by one locked account that keeps trying', async () => {
    const results: string[] = []
    for (let i = 0; i < 300; i++) {
      for (let again = 0; again < 3; again++) await guardAttempt(db, attempt('stuck@clinic.test', false))
      // Each of them also types a wrong password first.
      results.push(await guardAttempt(db, attempt(`c${i}@clinic.test`, false)))
      results.push(await guardAttempt(db, attempt(`c${i}@clinic.test`, true)))
    }
    expect(results.filter((result) => result === 'wrong-password')).toHaveLength(300)
    expect(results.filter((result) => result === 'right')).toHaveLength(300)
    // It may keep trying, but its passwords are no longer checked.
    expect(await guardAttempt(db, attempt('stuck@clinic.test', true))).toBe('throttled')
  })

  it('can sign in while one of them is locked', async () => {
    // They share the address with this file's other tests.
    await running.database.admin`delete from identity.attempt`
    const colleagues = Array.from({ length: 8 }, (_, i) => `near${i}@clinic.test`)
    await running.ensureAccount({ ...rowan, email: 'locked@clinic.test' })
    for (const email of colleagues) await running.ensureAccount({ ...rowan, email })
    const signIn = (email: string, typed: string) => running.portal.signIn(new Browser(), email, typed)
    for (let i = 0; i < lockout.max; i++) await signIn('locked@clinic.test', 'wrong')
    for (const email of colleagues) {
      expect((await signIn('locked@clinic.test', password)).reply.status).toBe(401)
      expect((await signIn(email, password)).url.pathname).toBe('/callback')
    }
  })
})

describe('one network address', () => {
  it('is limited in wrong passwords over all accounts', async () => {
    for (let i = 0; i < addressLimit.max; i++) {
      const one = { ...attempt(`sprayed${i}@clinic.test`, false), address: '192.0.2.1' }
      expect(await guardAttempt(db, one)).toBe('wrong-password')
    }
    const next = { ...attempt('rowan@clinic.test', true), address: '192.0.2.1' }
    expect(await guardAttempt(db, next)).toBe('throttled')
    expect(await guardAttempt(db, { ...next, address: '192.0.2.2' })).toBe('right')
  })

  it('is told so on the sign-in page', async () => {
    await running.database.admin`
      insert into identity.attempt (key, count, expires_at)
      values ('address:127.0.0.1', ${addressLimit.max}, now() + interval '1 minute')
      on conflict (key) do update set count = excluded.count`
    const { reply } = await running.portal.signIn(new Browser(), 'rowan@clinic.test', password)
    expect(reply.status).toBe(429)
    expect(await reply.text()).toContain('role="alert"')
  })
})
