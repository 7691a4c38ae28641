import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, rowan, runningIdentity } from '../testing/embedded.ts'
import { Visitor } from '../testing/visitor.ts'
import { lockout } from './lockout.ts'

// Needs its own cluster; hashing each password takes time.
let running: Awaited<ReturnType<typeof runningIdentity>>
const next = 'tulips-eat-my-dog'

beforeAll(async () => {
  running = await runningIdentity()
})

afterAll(() => running?.stop())

const visitor = () => new Visitor(running.portal)

/** Creates an account that is signed in to the account pages. */
async function member(name: string) {
  const email = `${name}@clinic.test`
  await running.ensureAccount({ ...rowan, email, sub: name })
  const one = visitor()
  const page = await one.signIn(email, password)
  expect(page.url.pathname).toBe('/identity/account')
  return { email, one, page }
}

/** The same user, signed in to the portal in another browser. */
async function secondBrowser(email: string) {
  const other = visitor()
  await running.portal.tokensFor(other.browser, email, password)
  return other.browser
}

const newPassword = { current: password, password: next, repeated: next }

describe('the account pages', () => {
  it('redirect to the sign-in and back, and show the user and a link to the portal', async () => {
    const { page } = await member('shown')
    expect(page.text).toContain('Rowan Ashdown')
    expect(page.text).toContain('shown@clinic.test')
    expect(page.text).toContain(`href="${running.origin}/">Back to the portal</a>`)
  })

  it('require a session: neither none nor an unfinished one is enough', async () => {
    const paths = ['', '/password', '/email', '/authenticator', '/passkeys/add', '/recovery-codes']
    for (const path of paths) {
      const { url } = await visitor().open(`/account${path}`)
      expect(url.pathname).toMatch(/^\/identity\/interaction\//)
    }
    const posts = ['/password', '/email', '/sessions/end', '/sessions/end-others', '/authenticator/off']
    for (const path of posts) {
      const { url } = await visitor().submit(`/account${path}`, newPassword)
      expect(url.pathname).toMatch(/^\/identity\/interaction\//)
    }
  })

  it('recognize a user who is signed in to the portal', async () => {
    await running.ensureAccount({ ...rowan, email: 'portal@clinic.test' })
    const browser = await secondBrowser('portal@clinic.test')
    const { text } = await new Visitor(running.portal, browser).open('/account')
    expect(text).toContain('<h1>Your account</h1>')
  })

  it('tell the user to verify the address first', async () => {
    const { status, text } = await visitor().signIn('new@clinic.test', password)
    expect(status).toBe(403)
    expect(text).toContain('Please verify your e-mail address')
  })

  it('refuse a form posted by another site', async () => {
    const { one, email } = await member('forged')
    const address = `${running.portal.issuer}/account/password`
    const body = new URLSearchParams(newPassword)
    const reply = await one.browser.send(address, {
      method: 'POST',
      body,
      headers: { origin: 'https://evil.test' },
    })
    expect(reply.status).toBe(403)
    expect((await visitor().signIn(email, password)).url.pathname).toBe('/identity/account')
  })
})

describe('changing the password', () => {
  it('requires the old password, ends all other sessions, and notifies the owner', async () => {
    const { one, email } = await member('changer')
    const other = await secondBrowser(email)
    const { url, text } = await one.submit('/account/password', newPassword)
    expect(url.pathname).toBe('/identity/account')
    expect(text).toContain('Your password was changed')
    expect((await running.portal.renew(other)).error).toBe('login_required')
    expect((await running.portal.renew(one.browser)).error).toBeNull()
    expect(running.mailTo(email).subject).toContain('your password was changed')
    expect((await visitor().signIn(email, password)).status).toBe(401)
    expect((await visitor().signIn(email, next)).url.pathname).toBe('/identity/account')
    expect(running.events).toContainEqual(
      expect.objectContaining({ type: 'password-changed', how: 'changed', email }),
    )
  })

  it('reports all errors together and changes nothing', async () => {
    const { one, email } = await member('mistaken')
    const wrong = { current: 'wrong', password: 'password1234', repeated: 'x' }
    const { status, text } = await one.submit('/account/password', wrong)
    expect(status).toBe(400)
    expect(text).toContain('id="current-error"')
    expect(text).toContain('id="password-error"')
    expect(running.mails.filter(({ to }) => to === email)).toEqual([])
  })

  it('counts wrong old passwords toward the sign-in lockout', async () => {
    const { one, email } = await member('guesser')
    for (let i = 0; i < lockout.max; i++) {
      await one.submit('/account/password', { ...newPassword, current: 'wrong' })
    }
    expect((await one.submit('/account/password', newPassword)).status).toBe(400)
    expect((await visitor().signIn(email, password)).status).toBe(401)
    expect(running.mailTo(email).subject).toContain('locked')
  })
})

describe('changing the email', () => {
  it('takes effect through a link sent to the new address, and notifies the old one', async () => {
    const { one, email } = await member('mover')
    const fresh = 'moved@clinic.test'
    const { text } = await one.submit('/account/email', { email: fresh, current: password })
    expect(text).toContain('sent a message to the new address')
    expect((await visitor().signIn(fresh, password)).status).toBe(401)
    expect((await visitor().follow(running.mailTo(fresh))).text).toContain('is verified')
    expect((await visitor().signIn(fresh, password)).url.pathname).toBe('/identity/account')
    expect((await visitor().signIn(email, password)).status).toBe(401)
    expect(running.mailTo(email).text).toContain(fresh)
    expect(running.events).toContainEqual({
      type: 'email-changed',
      sub: 'mover',
      email: fresh,
      previous: email,
      address: '127.0.0.1',
    })
  })

  it('refuses a wrong password, an invalid address and the current address', async () => {
    const { one, email } = await member('stayer')
    const status = async (typed: string, current: string) =>
      (await one.submit('/account/email', { email: typed, current })).status
    expect(await status('elsewhere@clinic.test', 'wrong')).toBe(400)
    expect(await status('no address', password)).toBe(400)
    expect(await status(email, password)).toBe(400)
    expect(running.mails.some(({ to }) => to === 'elsewhere@clinic.test')).toBe(false)
  })

  it('answers the same for an address that is taken, before and after the link', async () => {
    const { one, email } = await member('grabber')
    const taken = await one.submit('/account/email', { email: 'rowan@clinic.test', current: password })
    expect(taken.text).toContain('sent a message to the new address')
    expect(running.mailTo('rowan@clinic.test').subject).toContain('you already have an account')
    await one.submit('/account/email', { email: 'contested@clinic.test', current: password })
    await running.ensureAccount({ ...rowan, email: 'contested@clinic.test' })
    expect((await visitor().follow(running.mailTo('contested@clinic.test'))).status).toBe(410)
    expect((await visitor().signIn(email, password)).url.pathname).toBe('/identity/account')
  })
})

describe('account sessions', () => {
  it('are listed with device and address, the current one marked', async () => {
    const { one, email } = await member('seen')
    const phone = new Visitor(running.portal)
    await phone.signIn(email, password)
    const { text } = await one.open('/account')
    expect(text.match(/127\.0\.0\.1, since /g)).toHaveLength(2)
    expect(text.match(/This one/g)).toHaveLength(1)
    expect(text.match(/sessions\/end\?id=/g)).toHaveLength(1)
  })

  it('can be ended: that browser’s next silent renewal asks for a sign-in', async () => {
    const { one, email } = await member('ender')
    const other = await secondBrowser(email)
    expect((await running.portal.renew(other)).error).toBeNull()
    const id = /sessions\/end\?id=([^"]+)"/.exec((await one.open('/account')).text)?.[1] ?? ''
    const { text } = await one.submit('/account/sessions/end', { id, current: password })
    expect(text).toContain('The session was ended.')
    expect((await running.portal.renew(other)).error).toBe('login_required')
    expect((await running.portal.authorize(other)).url.pathname).toMatch(/^\/identity\/interaction\//)
    expect((await running.portal.renew(one.browser)).error).toBeNull()
    expect(running.events).toContainEqual(
      expect.objectContaining({ type: 'session-ended', why: 'ended-by-owner', email }),
    )
  })

  it('can all be ended with one click, except the current one', async () => {
    const { one, email } = await member('tidy')
    const others = [await secondBrowser(email), await secondBrowser(email)]
    await one.submit('/account/sessions/end-others', { current: password })
    for (const other of others) expect((await running.portal.renew(other)).error).toBe('login_required')
    expect((await one.open('/account')).text).not.toContain('End all other sessions')
  })

  it('of other users cannot be ended', async () => {
    const { one } = await member('meddler')
    const { email } = await member('bystander')
    const other = await secondBrowser(email)
    const rows = await running.database.admin<{ id: string }[]>`
      select id from identity.session where user_id = 'bystander'`
    for (const { id } of rows) await one.submit('/account/sessions/end', { id, current: password })
    expect((await running.portal.renew(other)).error).toBeNull()
  })

  it('are not ended without the password', async () => {
    const { one, email } = await member('asked-again')
    const other = await secondBrowser(email)
    for (const current of ['', 'wrong'])
      expect((await one.submit('/account/sessions/end-others', { current })).status).toBe(400)
    expect((await running.portal.renew(other)).error).toBeNull()
  })

  it('are named in their tokens, reported once when they end for any reason, and get no token afterwards', async () => {
    const { one, email } = await member('told-of')
    const ended = async () =>
      (await running.database.admin<{ sid: string }[]>`select sid from ended_session`).map(({ sid }) => sid)
    const sidOf = (token: string) => String(decodeJwt(token).sid)
    const [first, second] = [visitor().browser, visitor().browser]
    const tokens = await running.portal.tokensFor(first, email, password)
    const sid = sidOf((await running.portal.tokensFor(second, email, password)).accessToken)
    // A renewal belongs to the same session. The ID token's `sid` is of another kind, and opens nothing.
    expect(sidOf((await running.portal.renew(second)).accessToken ?? '')).toBe(sid)
    expect(await ended()).not.toContain(sid)
    const { url, verifier } = await running.portal.authorize(second)
    await one.submit('/account/sessions/end-others', { current: password })
    expect(await ended()).toEqual(expect.arrayContaining([sid, sidOf(tokens.accessToken)]))
    // A code issued earlier is worthless too.
    const late = await running.portal.exchange(url.searchParams.get('code') ?? '', verifier)
    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant'])
    const again = await running.portal.tokensFor(second, email, password)
    expect(await ended()).not.toContain(sidOf(again.accessToken))
    await running.portal.logOut(second, again.idToken)
    expect(await ended()).toContain(sidOf(again.accessToken))
  })

  it('never end before one of their tokens expires', async () => {
    const { one } = await member('nearly-over')
    await running.database.admin`
      update identity.session set created_at = now() - interval '23 hours 58 minutes' where user_id = 'nearly-over'`
    const { exp = 0, iat = 0 } = decodeJwt((await running.portal.renew(one.browser)).accessToken ?? '')
    expect(exp - iat).toBeLessThanOrEqual(120)
  })

  it('are prolonged by use and expire without it', async () => {
    const { one, email } = await member('idle')
    await running.database
      .admin`update identity.session set expires_at = now() + interval '1 minute' where user_id = 'idle'`
    await running.portal.renew(one.browser)
    const [row] = await running.database.admin<{ hours: number }[]>`
      select extract(epoch from expires_at - now())::float / 3600 as hours from identity.session where user_id = 'idle'`
    expect(row?.hours).toBeGreaterThan(11)
    await running.database.admin`update identity.session set expires_at = now() where user_id = 'idle'`
    expect((await running.portal.renew(one.browser)).error).toBe('login_required')
    expect(
      running.events.filter((event) => event.type === 'signed-in' && event.email === email),
    ).toHaveLength(1)
  })

  it('end after one day, however much they are used', async () => {
    const { one } = await member('all-day')
    const began = (hours: number) => running.database.admin`
      update identity.session set created_at = now() - make_interval(hours => ${hours}) where user_id = 'all-day'`
    await began(23)
    expect((await running.portal.renew(one.browser)).error).toBeNull()
    const [row] = await running.database.admin<{ hours: number }[]>`
      select extract(epoch from expires_at - now())::float / 3600 as hours from identity.session where user_id = 'all-day'`
    expect(row?.hours).toBeLessThanOrEqual(1)
    await began(24)
    await running.portal.renew(one.browser)
    expect((await running.portal.renew(one.browser)).error).toBe('login_required')
  })

  it('are replaced when the same browser signs in again', async () => {
    const { one, email } = await member('again')
    const page = await running.portal.authorize(one.browser, { prompt: 'login' })
    await one.submit(page.url.href, { email, password })
    expect(await running.database.admin`select 1 from identity.session where user_id = 'again'`).toHaveLength(
      1,
    )
  })

  it('are reported as ended by a logout', async () => {
    const browser = visitor().browser
    const { idToken } = await running.portal.tokensFor(browser, 'rowan@clinic.test', password)
    await running.portal.logOut(browser, idToken)
    expect(running.events.at(-1)).toMatchObject({ type: 'session-ended', why: 'logout', sub: 'rowan-1' })
  })
})
