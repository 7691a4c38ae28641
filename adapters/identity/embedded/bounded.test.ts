import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password, runningIdentity } from '../testing/embedded.ts'
import { Visitor } from '../testing/visitor.ts'
import { addressLimit, guardAttempt, lockedLimit, lockout } from './lockout.ts'
import { inThisThread } from './passwords.ts'
import { signUpTries } from './routes/sign-up.ts'

/** Each piece of heavy work that anonymous requests cause, in order. */
const calls: { name: string; who: string }[] = []
let refusing = false
let running: Awaited<ReturnType<typeof runningIdentity>>
beforeAll(async () => {
  running = await runningIdentity({
    heavy: async (work) => {
      calls.push(work)
      if (refusing) throw Object.assign(new Error('too much waits'), { statusCode: 503 })
      return inThisThread(work)
    },
  })
})
afterAll(() => running?.stop())
beforeEach(async () => {
  await running.database.admin`delete from identity.attempt`
  calls.length = 0
  refusing = false
})

const visitor = () => new Visitor(running.portal)
const form = (changes: Record<string, string> = {}) => ({
  ...{ firstName: 'Wren', lastName: 'Halloway', email: 'wren@clinic.test', password, repeated: password },
  ...changes,
})
const used = (key: string, count: number) => running.database.admin`
  insert into identity.attempt (key, count, expires_at) values (${key}, ${count}, now() + interval '15 minutes')
  on conflict (key) do update set count = excluded.count, expires_at = excluded.expires_at`
const countOf = async (key: string) => {
  const [row] = await running.database.admin`select count from identity.attempt where key = ${key}`
  return Number(row?.count ?? 0)
}

describe('[SEC-01] signing up', () => {
  test.each([
    ['an address that is none', { email: 'no address' }],
    ['a name of thousands of words', { firstName: 'ab '.repeat(300) }],
    ['a password that is too long', { password: 'p4$$'.repeat(40), repeated: 'p4$$'.repeat(40) }],
    ['two passwords', { repeated: 'another' }],
  ])('with %s judges no password, and counts the attempt', async (_, changes) => {
    const { status } = await visitor().submit('/sign-up', form(changes))
    expect(status).toBe(400)
    expect(calls).toEqual([])
    expect(await countOf('sign-up-tries:127.0.0.1')).toBe(1)
  })

  test('with a name the size of a whole form is not even read', async () => {
    const { status, text } = await visitor().submit('/sign-up', form({ firstName: 'n4m3 '.repeat(2600) }))
    expect(status).toBe(400)
    expect(text).toContain('firstName may have at most 1000 characters')
    expect(calls).toEqual([])
  })

  test('is refused before anything is judged after too many forms from one network', async () => {
    await used('sign-up-tries:127.0.0.1', signUpTries.max)
    expect((await visitor().submit('/sign-up', form())).status).toBe(429)
    expect(calls).toEqual([])
  })

  test('judges, then hashes, the password on behalf of the client’s network', async () => {
    expect((await visitor().submit('/sign-up', form())).status).toBe(200)
    expect(calls.map(({ name, who }) => [name, who])).toEqual([
      ['strengthOf', '127.0.0.1'],
      ['hashOf', '127.0.0.1'],
    ])
  })
})

describe('[SEC-05] a password', () => {
  test('is not hashed for a locked or unknown account, and each attempt is counted', async () => {
    for (const email of ['rowan@clinic.test', 'nobody@clinic.test']) {
      await used(`account:${email}`, lockout.max)
      expect((await visitor().signIn(email, 'wrong')).status).toBe(401)
    }
    expect(calls).toEqual([])
    expect(await countOf('locked:127.0.0.1')).toBe(2)
    await used('locked:127.0.0.1', lockedLimit.max)
    expect((await visitor().signIn('rowan@clinic.test', 'wrong')).status).toBe(429)
  })

  test('that is wrong counts for account and network, whether or not the account exists', async () => {
    for (const email of ['rowan@clinic.test', 'nobody@clinic.test']) {
      await visitor().signIn(email, 'wrong')
      expect(await countOf(`account:${email}`)).toBe(1)
    }
    expect(calls).toHaveLength(2)
    expect(await countOf('address:127.0.0.1')).toBe(2)
    await used('address:127.0.0.1', addressLimit.max)
    expect((await visitor().signIn('another@clinic.test', 'wrong')).status).toBe(429)
    expect(calls).toHaveLength(2)
  })

  test('that finds no free worker is answered 503 with Retry-After, and nothing counts as wrong', async () => {
    refusing = true
    const who = visitor()
    const step = await who.open('/account')
    const reply = await who.browser.send(step.url, {
      method: 'POST',
      headers: { origin: running.origin },
      body: new URLSearchParams({ email: 'rowan@clinic.test', password }),
    })
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await reply.text()).toContain('Please try again in a moment')
    refusing = false
    expect((await who.submit(step.url.href, { email: 'rowan@clinic.test', password })).status).toBe(200)
  })
})

test('[SEC-13] wrong passwords of one IPv6 network count together, and a mapped IPv4 address is that address', async () => {
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: running.database.pool() }) })
  const from = (address: string, email: string) =>
    guardAttempt(db, {
      ...{ email, address, wrong: 'wrong-password' },
      check: async () => false,
      onLocked: async () => {},
    })
  for (const [index, address] of ['2001:db8:1:2::1', '2001:db8:1:2:a:b:c:d', '2001:DB8:1:2::99'].entries())
    await from(address, `a${index}@clinic.test`)
  await from('::ffff:198.51.100.9', 'b1@clinic.test')
  await from('198.51.100.9', 'b2@clinic.test')
  expect(await countOf('address:2001:db8:1:2::/64')).toBe(3)
  expect(await countOf('address:198.51.100.9')).toBe(2)
  await used('address:2001:db8:1:2::/64', addressLimit.max)
  expect(await from('2001:db8:1:2:ffff::', 'c@clinic.test')).toBe('throttled')
  expect(await from('2001:db8:1:3::', 'c@clinic.test')).toBe('wrong-password')
})

describe('[SEC-12] a form', () => {
  const fields = ['email', 'password', 'firstName', 'lastName', 'repeated']
  test.each(fields)(
    'with a NUL in %s is refused with that field’s name, and nothing is done',
    async (name) => {
      const { status, text } = await visitor().submit('/sign-up', form({ [name]: 'a\0b' }))
      expect(status).toBe(400)
      expect(text).toContain(`${name} has a character that cannot be stored`)
      expect(calls).toEqual([])
    },
  )

  test('with a NUL in an unknown field name is refused and written to the audit trail', async () => {
    const { status } = await visitor().submit('/sign-up', { ...form(), 'ro\0les': 'Support' })
    expect(status).toBe(400)
    expect(running.events.at(-1)).toMatchObject({ type: 'elevation-attempt', fields: ['ro\ufffdles'] })
  })

  test('with an overlong field is refused, naming the field', async () => {
    const { status, text } = await visitor().submit('/forgot', { email: 'x'.repeat(1001) })
    expect(status).toBe(400)
    expect(text).toContain('email may have at most 1000 characters')
  })
})
