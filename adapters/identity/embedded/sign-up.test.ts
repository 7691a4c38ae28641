import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, rolesClaim, rowan, runningIdentity } from '../testing/embedded.ts'
import { linkIn, Visitor } from '../testing/visitor.ts'
import { signUpLimit } from './routes/sign-up.ts'

// Needs its own cluster; hashing each password takes time.
let running: Awaited<ReturnType<typeof runningIdentity>>

beforeAll(async () => {
  running = await runningIdentity()
})

afterAll(() => running?.stop())

const visitor = () => new Visitor(running.portal)
const form = (email: string, changes: Record<string, string> = {}) => ({
  firstName: 'Wren',
  lastName: 'Halloway',
  email,
  password,
  repeated: password,
  ...changes,
})
const eventsOf = (email: string) => running.events.filter((event) => event.email === email)
const mailsTo = (email: string) => running.mails.filter((mail) => mail.to === email)
const forgetLimits = () => running.database.admin`delete from identity.attempt`

describe('signing up', () => {
  it('creates an account that continues the begun sign-in once its address is verified', async () => {
    const wren = visitor()
    const page = await running.portal.authorize(wren.browser, {
      screen_hint: 'signup',
      login_hint: 'wren@clinic.test',
    })
    const first = await page.reply.text()
    expect(first).toContain('<h1>Create an account</h1>')
    expect(first).toContain('value="wren@clinic.test"')
    expect((await wren.submit('/sign-up', form('Wren@Clinic.test'))).text).toContain('Check your e-mail')
    const verified = await wren.follow(running.mailTo('wren@clinic.test'), { password })
    expect(verified.text).toContain('Your e-mail address is verified')
    const signIn = await wren.open('/sign-in')
    expect(signIn.text).toContain('<h1>Log in</h1>')
    const { url } = await wren.submit(signIn.url.href, { email: 'wren@clinic.test', password })
    expect(url.searchParams.get('state')).toBe('somewhere')
    const { body } = await running.portal.exchange(url.searchParams.get('code') ?? '', page.verifier)
    expect(decodeJwt(body.access_token ?? '')).toMatchObject({
      email: 'wren@clinic.test',
      email_verified: true,
      given_name: 'Wren',
      family_name: 'Halloway',
      [rolesClaim]: [],
    })
    expect(eventsOf('wren@clinic.test').map(({ type }) => type)).toEqual([
      'account-created',
      'email-verified',
      'signed-in',
    ])
  })

  it('leads to the portal if no sign-in was begun, or it is over', async () => {
    const { url } = await visitor().open('/sign-in')
    expect(url.href).toBe(`${running.origin}/`)
    const rowan = visitor()
    await running.portal.signIn(rowan.browser, 'rowan@clinic.test', password)
    expect((await rowan.open('/sign-in')).url.href).toBe(`${running.origin}/`)
  })

  it('reports every invalid field together, and keeps the typed values except passwords', async () => {
    const wrong = form('no address', { firstName: ' ', lastName: 'www.evil.test/x', password: 'short' })
    const { status, text } = await visitor().submit('/sign-up', wrong)
    expect(status).toBe(400)
    for (const name of ['firstName', 'lastName', 'email', 'password']) {
      expect(text).toMatch(new RegExp(`id="${name}"[^>]* aria-invalid="true"`))
      expect(text).toContain(`id="${name}-error"`)
    }
    expect(text).toContain('4 entries below need to be corrected.')
    expect(text).toContain('value="no address"')
    expect(text).not.toContain('short')
  })

  it.each([
    ['eleven char', 'Enter at least 12 characters.'],
    ['password1234', 'too easy to guess'],
    ['qwertyuiop12', 'too easy to guess'],
    ['picky@clinic.test', 'too easy to guess'],
    ['Wren Halloway', 'too easy to guess'],
    ['x'.repeat(129), 'Enter at most 128 characters.'],
  ])('refuses the password %s', async (typed, error) => {
    const fields = form('picky@clinic.test', { password: typed, repeated: typed })
    const { status, text } = await visitor().submit('/sign-up', fields)
    expect(status).toBe(400)
    expect(text).toContain(error)
  })

  it('refuses two passwords that differ', async () => {
    const { text } = await visitor().submit('/sign-up', form('picky@clinic.test', { repeated: 'another' }))
    expect(text).toContain('The two passwords do not match.')
    expect(mailsTo('picky@clinic.test')).toEqual([])
  })

  it('answers the same for an address that is taken, and notifies its owner', async () => {
    const free = await visitor().submit('/sign-up', form('free@clinic.test'))
    const taken = await visitor().submit(
      '/sign-up',
      form('rowan@clinic.test', { password: 'tulips-eat-my-dog', repeated: 'tulips-eat-my-dog' }),
    )
    expect(taken.status).toBe(free.status)
    expect(taken.text.replaceAll('rowan@', 'free@')).toBe(free.text)
    const mail = running.mailTo('rowan@clinic.test')
    expect(mail.subject).toContain('you already have an account')
    expect(mail.text).toContain(`${running.portal.issuer}/sign-in`)
    expect(mail.text).toContain(`${running.portal.issuer}/forgot`)
    const { url } = await running.portal.signIn(visitor().browser, 'rowan@clinic.test', password)
    expect(url.pathname).toBe('/callback')
  })

  it('refuses unknown fields without effect, and reports them', async () => {
    for (const extra of [{ roles: 'Support' }, { email_verified: 'true', role: 'admin' }]) {
      const { status, text } = await visitor().submit('/sign-up', {
        ...form('climber@clinic.test'),
        ...extra,
      })
      expect(status).toBe(400)
      expect(text).toContain('That did not work')
      expect(running.events.at(-1)).toEqual({
        type: 'elevation-attempt',
        form: '/identity/sign-up',
        fields: Object.keys(extra),
        sub: null,
        email: 'climber@clinic.test',
        address: '127.0.0.1',
      })
    }
    expect(mailsTo('climber@clinic.test')).toEqual([])
    const accounts = running.database.admin`select 1 from identity."user" where email = 'climber@clinic.test'`
    expect(await accounts).toEqual([])
  })

  it('refuses a duplicate field, a form from another site, and any other content type', async () => {
    const address = `${running.portal.issuer}/sign-up`
    const post = (body: string, origin: string, type: string) =>
      fetch(address, { method: 'POST', body, headers: { origin, 'content-type': type } })
    const urlencoded = 'application/x-www-form-urlencoded'
    expect((await post('email=a&email=b', running.origin, urlencoded)).status).toBe(400)
    expect((await post('email=a', 'https://evil.test', urlencoded)).status).toBe(403)
    expect((await post('{"roles":["Support"]}', running.origin, 'application/json')).status).toBe(415)
  })

  it('limits how many accounts one network creates per hour', async () => {
    const key = 'sign-up:127.0.0.1'
    // Sign-ups count from here on.
    await visitor().submit('/sign-up', form('first@clinic.test'))
    await running.database.admin`update identity.attempt set count = ${signUpLimit.max} where key = ${key}`
    const { status, text } = await visitor().submit('/sign-up', form('flood@clinic.test'))
    expect(status).toBe(429)
    expect(text).toContain('value="flood@clinic.test"')
    await forgetLimits()
  })

  it('does not expose better-auth’s own endpoints', async () => {
    for (const path of ['sign-up/email', 'sign-in/email', 'update-user', 'list-sessions']) {
      const { status } = await visitor().submit(`/better-auth/${path}`, {})
      expect(status).toBe(404)
    }
  })
})

describe('verifying an address', () => {
  it('takes a button press, once: opening the link changes nothing', async () => {
    await visitor().submit('/sign-up', form('once@clinic.test'))
    const mail = running.mailTo('once@clinic.test')
    const { href } = linkIn(mail)
    for (let i = 0; i < 2; i++) expect((await visitor().open(href)).text).toContain('Verify my address')
    const both = await Promise.all([
      visitor().follow(mail, { password }),
      visitor().follow(mail, { password }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await visitor().open(href)).status).toBe(410)
    expect(eventsOf('once@clinic.test').filter(({ type }) => type === 'email-verified')).toHaveLength(1)
  })

  it('offers a new link for an expired one; only the newest works', async () => {
    await visitor().submit('/sign-up', form('late@clinic.test'))
    const old = running.mailTo('late@clinic.test')
    await running.database.admin`update identity.ticket set expires_at = now()`
    const expired = await visitor().open(linkIn(old).href)
    expect(expired.status).toBe(410)
    expect(expired.text).toContain('Send a new link')
    expect(expired.text).toContain('name="email" value="late@clinic.test"')
    expect((await visitor().follow(old, { password })).status).toBe(410)
    await forgetLimits()
    await visitor().submit('/verify/resend', { email: 'late@clinic.test' })
    expect((await visitor().follow(old, { password })).text).toContain('no longer valid')
    expect((await visitor().follow(running.mailTo('late@clinic.test'), { password })).status).toBe(200)
  })

  it('sends one mail in five minutes, for resending and for unverified sign-ins alike', async () => {
    await visitor().submit('/sign-up', form('eager@clinic.test'))
    await visitor().submit('/verify/resend', { email: 'eager@clinic.test' })
    await running.portal.signIn(visitor().browser, 'eager@clinic.test', password)
    expect(mailsTo('eager@clinic.test')).toHaveLength(1)
    await running.database.admin`update identity.attempt set expires_at = now() where key like 'mail:%'`
    const { url } = await running.portal.signIn(visitor().browser, 'eager@clinic.test', password)
    expect(url.searchParams.get('error_description')).toContain('Please verify your email')
    expect(mailsTo('eager@clinic.test')).toHaveLength(2)
  })

  it('answers the same if there is nothing to resend', async () => {
    const pages = []
    for (const email of ['nobody@clinic.test', 'rowan@clinic.test', 'new@clinic.test']) {
      const { text } = await visitor().submit('/verify/resend', { email })
      pages.push(text.replaceAll(email, 'x'))
    }
    expect(new Set(pages).size).toBe(1)
    expect(mailsTo('nobody@clinic.test')).toEqual([])
    expect(mailsTo('new@clinic.test')).toHaveLength(1)
  })

  it('refuses a forged link', async () => {
    for (const token of ['', 'x', 'x'.repeat(43)]) {
      expect((await visitor().open(`/verify?token=${token}`)).status).toBe(410)
      expect((await visitor().submit('/verify', { token })).status).toBe(410)
    }
  })

  it('returns an address to its owner after somebody else signed up with it', async () => {
    await visitor().submit(
      '/sign-up',
      form('victim@clinic.test', { password: 'the-thief-knows-this', repeated: 'the-thief-knows-this' }),
    )
    await visitor().submit('/sign-up', form('victim@clinic.test'))
    expect(running.mailTo('victim@clinic.test').subject).toContain('you already have an account')
    await visitor().submit('/forgot', { email: 'victim@clinic.test' })
    const mail = running.mailTo('victim@clinic.test')
    const chosen = { password, repeated: password, firstName: 'Wren', lastName: 'Halloway' }
    expect((await visitor().follow(mail, chosen)).status).toBe(200)
    const own = await running.portal.signIn(visitor().browser, 'victim@clinic.test', password)
    expect(own.url.pathname).toBe('/callback')
    expect(own.url.searchParams.has('code')).toBe(true)
    const thief = await running.portal.signIn(visitor().browser, 'victim@clinic.test', 'the-thief-knows-this')
    expect(thief.reply.status).toBe(401)
  })

  it('mentions no names in mails: whoever signs up can type any', async () => {
    await running.ensureAccount({ ...rowan, email: 'named@clinic.test', emailVerified: false })
    await running.portal.signIn(visitor().browser, 'named@clinic.test', password)
    expect(running.mailTo('named@clinic.test').text).not.toContain(rowan.lastName)
    expect(running.mailTo('named@clinic.test').text).toContain('Larkfield Genetics')
  })
})
