import { hashPassword as hashOfBefore } from 'better-auth/crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heldPasswords, password, rowan, runningIdentity } from '../testing/embedded.ts'
import { linkIn, Visitor } from '../testing/visitor.ts'
import { lockout } from './lockout.ts'

// Needs its own cluster; hashing each password takes time.
let running: Awaited<ReturnType<typeof runningIdentity>>
const { heavy, hold } = heldPasswords()
const next = 'tulips-eat-my-dog'
const both = { password: next, repeated: next }

beforeAll(async () => {
  running = await runningIdentity({ heavy })
})

afterAll(() => running?.stop())

const visitor = () => new Visitor(running.portal)
const mailsTo = (email: string) => running.mails.filter((mail) => mail.to === email)

/** Creates an account and requests its link to choose a new password. */
async function forgetful(name: string, emailVerified = true) {
  const email = `${name}@clinic.test`
  await running.ensureAccount({ ...rowan, email, emailVerified, sub: name })
  await visitor().submit('/forgot', { email })
  return { email, mail: running.mailTo(email) }
}

describe('a forgotten password', () => {
  it('is replaced through a link: the old one is refused, all sessions end, the owner is notified', async () => {
    const { email, mail } = await forgetful('once')
    const otherVisitor = visitor()
    await running.portal.tokensFor(otherVisitor.browser, email, password)
    expect((await running.portal.renew(otherVisitor.browser)).error).toBeNull()
    expect((await visitor().open(linkIn(mail).href)).text).toContain('Choose a new password')
    expect((await visitor().follow(mail, both)).text).toContain('Your password was changed')
    expect((await running.portal.renew(otherVisitor.browser)).error).toBe('login_required')
    expect((await running.portal.signIn(visitor().browser, email, password)).reply.status).toBe(401)
    expect((await running.portal.signIn(visitor().browser, email, next)).url.pathname).toBe('/callback')
    expect(running.mailTo(email).subject).toContain('your password was changed')
    const changed = { type: 'password-changed', how: 'reset', sub: 'once', email, address: '127.0.0.1' }
    expect(running.events).toContainEqual(changed)
  })

  it('is replaced once per link, even when two requests are concurrent', async () => {
    const { mail } = await forgetful('twice')
    const answers = await Promise.all([visitor().follow(mail, both), visitor().follow(mail, both)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await visitor().open(linkIn(mail).href)).text).toContain('Send a new link')
  })

  it('is not replaced by an expired, forged or verification link, or one sent to a former address', async () => {
    const { mail } = await forgetful('late')
    await running.database.admin`update identity.ticket set expires_at = now() where user_id = 'late'`
    expect((await visitor().open(linkIn(mail).href)).status).toBe(410)
    expect((await visitor().follow(mail, both)).status).toBe(410)
    expect((await visitor().submit('/reset', { token: 'x', ...both })).status).toBe(410)
    await running.portal.signIn(visitor().browser, 'new@clinic.test', password)
    const token = linkIn(running.mailTo('new@clinic.test')).searchParams.get('token') ?? ''
    expect((await visitor().submit('/reset', { token, ...both })).status).toBe(410)
    const moved = await forgetful('moved')
    await running.database.admin`update identity."user" set email = 'other@clinic.test' where id = 'moved'`
    expect((await visitor().follow(moved.mail, both)).status).toBe(410)
  })

  it('must be replaced by one that follows the rules; a violation leaves the link valid', async () => {
    const { mail } = await forgetful('careless')
    const weak = await visitor().follow(mail, { password: 'password1234', repeated: 'password1234' })
    expect(weak.status).toBe(400)
    expect(weak.text).toContain('too easy to guess')
    expect((await visitor().follow(mail, { password: next, repeated: 'x' })).status).toBe(400)
    expect((await visitor().follow(mail, both)).status).toBe(200)
  })

  it('proves the address', async () => {
    const { email, mail } = await forgetful('unproven', false)
    await visitor().follow(mail, { ...both, firstName: 'Rowan', lastName: 'Ashdown' })
    expect((await running.portal.signIn(visitor().browser, email, next)).url.searchParams.has('code')).toBe(
      true,
    )
    expect(running.events).toContainEqual({
      type: 'email-verified',
      sub: 'unproven',
      email,
      address: '127.0.0.1',
    })
  })

  it('gets the same reply for an address without account, and one mail in five minutes', async () => {
    const { email } = await forgetful('known')
    const known = await visitor().submit('/forgot', { email })
    const unknown = await visitor().submit('/forgot', { email: 'nobody@clinic.test' })
    expect(unknown.status).toBe(known.status)
    expect(unknown.text.replaceAll('nobody@', 'known@')).toBe(known.text)
    expect(mailsTo('nobody@clinic.test')).toEqual([])
    expect(mailsTo(email)).toHaveLength(1)
    expect((await visitor().submit('/forgot', { email: 'no address' })).status).toBe(400)
  })

  it('is not replaced by a form with extra fields', async () => {
    const { email, mail } = await forgetful('climber')
    expect((await visitor().follow(mail, { ...both, roles: 'Support' })).status).toBe(400)
    expect(running.events.at(-1)).toMatchObject({ type: 'elevation-attempt', fields: ['roles'] })
    expect((await running.portal.signIn(visitor().browser, email, password)).url.pathname).toBe('/callback')
  })
})

describe('[SEC-04] a sign-in whose password is being checked while the password is reset', () => {
  /** The reply to a sign-in with the old password that was right before the reset, and its browser. */
  async function overtaken(mail: Parameters<Visitor['follow']>[0], email: string) {
    const { browser } = visitor()
    const check = hold(password)
    const signIn = running.portal.signIn(browser, email, password)
    await check.reached
    expect((await visitor().follow(mail, both)).status).toBe(200)
    check.release()
    return { browser, reply: (await signIn).reply }
  }

  it('is refused, and its browser has no session', async () => {
    const { email, mail } = await forgetful('in-flight')
    const { browser, reply } = await overtaken(mail, email)
    expect(reply.status).toBe(401)
    expect((await running.portal.renew(browser)).error).toBe('login_required')
    const sessions = await running.database.admin`select 1 from identity.session where user_id = 'in-flight'`
    expect(sessions).toHaveLength(0)
    expect((await running.portal.signIn(visitor().browser, email, next)).url.pathname).toBe('/callback')
  })

  it('does not renew the outdated hash of the old password', async () => {
    const { email, mail } = await forgetful('outdated')
    await running.database.admin`
      update identity.account set password = ${await hashOfBefore(password)} where user_id = 'outdated'`
    expect((await overtaken(mail, email)).reply.status).toBe(401)
    expect((await running.portal.signIn(visitor().browser, email, password)).reply.status).toBe(401)
    expect((await running.portal.signIn(visitor().browser, email, next)).url.pathname).toBe('/callback')
  })

  it('is let in if only another sign-in renewed the outdated hash', async () => {
    const { email } = await forgetful('renewed')
    await running.database.admin`
      update identity.account set password = ${await hashOfBefore(password)} where user_id = 'renewed'`
    const check = hold(password)
    const first = running.portal.signIn(visitor().browser, email, password)
    await check.reached
    expect((await running.portal.signIn(visitor().browser, email, password)).url.pathname).toBe('/callback')
    check.release()
    expect((await first).url.pathname).toBe('/callback')
  })
})

describe('a locked account', () => {
  const lock = async (email: string) => {
    for (let i = 0; i < lockout.max; i++) await running.portal.signIn(visitor().browser, email, 'wrong')
  }

  it('notifies its owner once, and is unlocked by a new password', async () => {
    const email = 'guessed@clinic.test'
    await running.ensureAccount({ ...rowan, email, sub: 'guessed' })
    await lock(email)
    await running.portal.signIn(visitor().browser, email, 'wrong')
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual([
      'Larkfield Genetics: your account is temporarily locked',
    ])
    const locked = { type: 'account-locked', sub: 'guessed', email, address: '127.0.0.1' }
    expect(running.events.filter(({ type }) => type === 'account-locked')).toEqual([locked])
    expect((await running.portal.signIn(visitor().browser, email, password)).reply.status).toBe(401)
    await visitor().submit('/forgot', { email })
    await visitor().follow(running.mailTo(email), both)
    expect((await running.portal.signIn(visitor().browser, email, next)).url.pathname).toBe('/callback')
  })
})
