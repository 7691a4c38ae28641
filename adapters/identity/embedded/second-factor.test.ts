import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SoftwareAuthenticator } from '../testing/authenticator.ts'
import { password, rowan, runningIdentity } from '../testing/embedded.ts'
import { type Visit, Visitor } from '../testing/visitor.ts'
import { lockout } from './lockout.ts'

// Needs its own cluster; hashing each password takes time.
let running: Awaited<ReturnType<typeof runningIdentity>>

beforeAll(async () => {
  running = await runningIdentity()
})

afterAll(() => running?.stop())

// Codes are valid for half a minute: tests advance the clock, and otherwise stay within one step.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 10_000 }),
)
afterEach(() => void vi.useRealTimers())

const visitor = () => new Visitor(running.portal)
const secretIn = (page: Visit) =>
  /class="secret">([A-Z2-7 ]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? ''
const ticketIn = (page: Visit) => /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
const codesIn = (page: Visit) => [...page.text.matchAll(/<li><code>([^<]+)</g)].map(([, code]) => code ?? '')
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const nextStep = () => vi.setSystemTime(Date.now() + 30_000)

async function member(name: string) {
  const email = `${name}@clinic.test`
  await running.ensureAccount({ ...rowan, email, sub: name })
  const one = visitor()
  await one.signIn(email, password)
  return { email, one }
}

/** Creates an account with an authenticator app. */
async function withApp(name: string) {
  const { email, one } = await member(name)
  const page = await one.submit('/account/authenticator', { current: password, id: '' })
  const secret = secretIn(page)
  const confirmed = { code: codeOf(secret), ticket: ticketIn(page) }
  const codes = codesIn(await one.submit('/account/authenticator/confirm', confirmed))
  nextStep()
  return { email, one, secret, codes }
}

/** Creates an account with a passkey. */
async function withPasskey(name: string) {
  const { email, one } = await member(name)
  const key = new SoftwareAuthenticator(running.origin)
  const page = await one.submit('/account/passkeys/add', { current: password, id: '' })
  const answer = key.create(page.text)
  const added = await one.submit('/account/passkeys/confirm', { answer, name: 'Office laptop' })
  return { email, one, key, added, answer }
}

/** Enters the password; returns the page that asks for the second factor. */
async function challenged(email: string) {
  const one = visitor()
  const start = await running.portal.authorize(one.browser)
  const page = await one.submit(start.url.href, { email, password })
  const step = (fields: Record<string, string>) => one.submit(page.url.href, fields)
  const tokens = async ({ url }: Visit) =>
    (await running.portal.exchange(url.searchParams.get('code') ?? '', start.verifier)).body
  return { one, page, step, tokens }
}

describe('an authenticator app', () => {
  it('is set up with a QR code, the key as text and ten recovery codes, and its owner is notified', async () => {
    const { one, email } = await member('setter')
    expect((await one.open('/account')).text).toContain('Off: your password alone lets you in.')
    expect((await one.submit('/account/authenticator', { current: 'wrong', id: '' })).status).toBe(400)
    const page = await one.submit('/account/authenticator', { current: password, id: '' })
    expect(page.text).toContain('<svg')
    expect(secretIn(page)).toMatch(/^[A-Z2-7]{32}$/)
    const ticket = ticketIn(page)
    const wrong = await one.submit('/account/authenticator/confirm', { code: '000000', ticket })
    expect(wrong.status).toBe(400)
    expect(secretIn(wrong)).toBe(secretIn(page))
    const done = await one.submit('/account/authenticator/confirm', { code: codeOf(secretIn(page)), ticket })
    expect(new Set(codesIn(done)).size).toBe(10)
    expect(done.text).toContain('download="recovery-codes.txt"')
    const overview = await one.open('/account')
    expect(overview.text).toContain('10 left')
    expect(overview.text).not.toContain(codesIn(done)[0])
    expect(running.mailTo(email).text).toContain('an authenticator app was set up')
    const stored = JSON.stringify(await running.database.admin`select sealed from identity.totp`)
    expect(stored).not.toContain(secretIn(page))
  })

  it('is required after the password; the token names the authentication method', async () => {
    const { email, secret } = await withApp('asked')
    const { page, step, tokens } = await challenged(email)
    expect(page.url.pathname).toMatch(/\/second-factor$/)
    expect(page.text).toContain('autocomplete="one-time-code"')
    const body = await tokens(await step({ code: codeOf(secret).replace(/(...)/, '$1 ') }))
    expect(decodeJwt(body.id_token ?? '').amr).toEqual(['pwd', 'otp', 'mfa'])
    expect(decodeJwt(body.access_token ?? '').amr).toEqual(['pwd', 'otp', 'mfa'])
  })

  it('opens nothing until its code is given: no account pages, renewal or other step', async () => {
    const { email } = await withApp('waiting')
    const { one, page } = await challenged(email)
    expect((await one.open('/account')).url.pathname).toMatch(/^\/identity\/interaction\//)
    expect((await running.portal.renew(one.browser)).error).toBe('login_required')
    const uid = page.url.pathname.split('/')[3]
    const without = await one.submit(`/interaction/${uid}/continue`, {})
    expect(without.text).toContain('<h1>Log in</h1>')
    const setUp = await one.open(`/interaction/${uid}/set-up`)
    expect(setUp.url.pathname).toMatch(/\/second-factor$/)
    expect((await one.submit(`/interaction/${uid}/set-up`, { code: '1' })).text).not.toContain(
      'class="secret"',
    )
    const other = visitor()
    const start = await running.portal.authorize(other.browser)
    expect((await other.open(`${start.url.href}/second-factor`)).text).toContain('<h1>Log in</h1>')
  })

  it('accepts no code twice, and no earlier one', async () => {
    const { email, secret } = await withApp('replayed')
    const before = codeOf(secret)
    nextStep()
    const code = codeOf(secret)
    const first = await challenged(email)
    expect((await first.step({ code })).url.pathname).toBe('/callback')
    const second = await challenged(email)
    for (const used of [code, before]) expect((await second.step({ code: used })).status).toBe(401)
    nextStep()
    expect((await second.step({ code: codeOf(secret) })).url.pathname).toBe('/callback')
  })

  it('accepts a code once when two requests are concurrent', async () => {
    const { email, secret } = await withApp('raced')
    const [a, b] = [await challenged(email), await challenged(email)]
    const code = codeOf(secret)
    const paths = (await Promise.all([a.step({ code }), b.step({ code })])).map(({ status }) => status)
    expect(paths.filter((status) => status === 401)).toHaveLength(1)
  })

  it('locks the account after ten wrong codes; a right password does not reset the count', async () => {
    const { email, secret } = await withApp('hammered')
    const { step } = await challenged(email)
    for (let i = 0; i < lockout.max - 1; i++) expect((await step({ code: '000000' })).status).toBe(401)
    const again = await challenged(email)
    await again.step({ recoveryCode: 'aaaaa-aaaaa' })
    expect(running.mailTo(email).subject).toContain('locked')
    expect((await again.step({ code: codeOf(secret) })).status).toBe(401)
    expect(running.events.at(-1)).toMatchObject({ type: 'sign-in-refused', reason: 'locked', email })
    expect((await challenged(email)).page.status).toBe(401)
  })

  it('cannot be set up with a stolen session: the key is hidden, and a code for another key is refused', async () => {
    const { one } = await member('borrowed-app')
    const stranger = await withApp('stranger-app')
    for (const ticket of ['', 'x', ticketIn(await stranger.one.open('/account/authenticator'))]) {
      const page = await one.submit('/account/authenticator/confirm', { code: '000000', ticket })
      expect([page.status, secretIn(page)]).toEqual([400, ''])
    }
    expect(await running.database.admin`select 1 from identity.totp where user_id = 'borrowed-app'`).toEqual(
      [],
    )
  })

  it('is required before password, address or sessions change; a recovery code works instead', async () => {
    const { email, one, secret, codes } = await withApp('careful')
    const fresh = 'tulips-eat-my-dog'
    const changed = (code: string) =>
      one.submit('/account/password', { current: password, code, password: fresh, repeated: fresh })
    const moved = (code: string) =>
      one.submit('/account/email', { email: 'careful-2@clinic.test', current: password, code })
    const ended = (code: string) => one.submit('/account/sessions/end-others', { current: password, code })
    for (const refused of [changed(''), moved('000000'), ended('aaaaa-aaaaa-aaaaa-aaaaa-aaaaaa')])
      expect((await refused).status).toBe(400)
    const code = codeOf(secret)
    // A mistake in the rest of the form uses up no code.
    const short = { current: password, code, password: 'short', repeated: 'short' }
    expect((await one.submit('/account/password', short)).status).toBe(400)
    expect((await ended(code)).text).toContain('All other sessions were ended.')
    expect((await moved(code)).status).toBe(400)
    expect((await moved(codes[0] ?? '')).text).toContain('sent a message to the new address')
    expect(running.mailTo(email).text).toContain('a recovery code was used')
    nextStep()
    expect((await changed(codeOf(secret))).text).toContain('Your password was changed')
  })

  it('is turned off with password and code, and its recovery codes with it', async () => {
    const { email, one, secret } = await withApp('leaver')
    const off = (current: string, code: string) =>
      one.submit('/account/authenticator/off', { current, code, id: '' })
    expect((await off('wrong', codeOf(secret))).status).toBe(400)
    expect((await off(password, '')).status).toBe(400)
    expect((await off(password, '000000')).status).toBe(400)
    await off(password, codeOf(secret))
    expect((await challenged(email)).page.url.pathname).toBe('/callback')
    expect(
      await running.database.admin`select 1 from identity.recovery_code where user_id = 'leaver'`,
    ).toEqual([])
    expect(running.mailTo(email).text).toContain('was turned off')
  })

  it('stays required after a new password by link', async () => {
    const { email } = await withApp('resetter')
    await visitor().submit('/forgot', { email })
    await visitor().follow(running.mailTo(email), { password, repeated: password })
    expect((await challenged(email)).page.url.pathname).toMatch(/\/second-factor$/)
  })
})

describe('a recovery code', () => {
  it('signs in once, however it is typed, and its owner is notified', async () => {
    const { email, codes } = await withApp('lost')
    // 26 characters out of 32: 130 bits.
    expect(codes[0]).toMatch(/^([0-9a-hjkmnp-tv-z]{5}-){4}[0-9a-hjkmnp-tv-z]{6}$/)
    const recoveryCode = ` ${codes[0]?.toUpperCase().replaceAll('-', ' ')}`
    const { page, step, tokens } = await challenged(email)
    expect(page.text).toContain('Use a recovery code')
    const body = await tokens(await step({ recoveryCode }))
    expect(decodeJwt(body.id_token ?? '').amr).toEqual(['pwd', 'otp', 'mfa'])
    expect(running.mailTo(email).text).toContain('a recovery code was used')
    expect((await (await challenged(email)).step({ recoveryCode })).status).toBe(401)
  })

  it('is replaced by new ones together with all others', async () => {
    const { email, one, codes, secret } = await withApp('renewer')
    const submitted = { current: password, code: codeOf(secret), id: '' }
    const fresh = codesIn(await one.submit('/account/recovery-codes', submitted))
    expect(fresh).toHaveLength(10)
    const { step } = await challenged(email)
    expect((await step({ recoveryCode: codes[1] ?? '' })).status).toBe(401)
    expect((await step({ recoveryCode: fresh[1] ?? '' })).url.pathname).toBe('/callback')
  })
})

describe('a passkey', () => {
  it('is added with the password, listed, used as second factor and removed', async () => {
    const { email, one, key, added } = await withPasskey('keyed')
    expect(codesIn(added)).toHaveLength(10)
    expect((await one.open('/account')).text).toContain('Office laptop')
    const { page, step, tokens } = await challenged(email)
    const body = await tokens(await step({ answer: key.get(page.text) }))
    expect(decodeJwt(body.id_token ?? '').amr).toEqual(['pwd', 'pop', 'mfa'])
    const id = /remove\?id=([^"]+)"/.exec((await one.open('/account')).text)?.[1] ?? ''
    const remove = (submitted: Record<string, string>) =>
      one.submit('/account/passkeys/remove', { current: password, id, ...submitted })
    const response = await remove({})
    expect([response.status, response.text.includes('data-passkey="get"')]).toEqual([400, true])
    expect((await remove({ answer: key.get(response.text) })).text).toContain('The passkey was removed.')
    expect((await challenged(email)).page.url.pathname).toBe('/callback')
    const changes = running.events.filter(
      (event) => event.type === 'second-factor-changed' && event.email === email,
    )
    expect(changes.map((event) => 'change' in event && event.change)).toEqual([
      'passkey-added',
      'passkey-removed',
    ])
  })

  it('replaces the password only if it verifies its user', async () => {
    const { email, key } = await withPasskey('passwordless')
    for (const [verifies, status] of [
      [false, 401],
      [true, 200],
    ] as const) {
      key.verifies = verifies
      const one = visitor()
      const start = await one.open('/account')
      const answer = key.get(start.text)
      const reply = await one.submit(`${start.url.href}/passkey`, { answer })
      expect(reply.status).toBe(status)
    }
    expect(running.events.at(-1)).toMatchObject({ type: 'signed-in', email, amr: ['pop', 'user', 'mfa'] })
  })

  it('answers one challenge once: an old response or one to another account is refused', async () => {
    const { email, key } = await withPasskey('owner')
    const stranger = await withPasskey('stranger')
    const { page, step } = await challenged(email)
    expect((await step({ answer: stranger.key.get(page.text) })).status).toBe(401)
    const again = await challenged(email)
    const answer = key.get(again.page.text)
    expect((await again.step({ answer })).url.pathname).toBe('/callback')
    expect((await (await challenged(email)).step({ answer })).status).toBe(401)
    const start = await visitor().open('/account')
    for (const bad of [answer, '', '{}', 'x', '{"id":"x","response":{}}']) {
      const one = visitor()
      const fresh = await one.open('/account')
      expect((await one.submit(`${fresh.url.href}/passkey`, { answer: bad })).status).toBe(401)
    }
    expect(start.status).toBe(200)
  })

  it('is refused from another site, or if it is already registered', async () => {
    const { one } = await member('phished')
    const key = new SoftwareAuthenticator('https://evil.test')
    const page = await one.submit('/account/passkeys/add', { current: password, id: '' })
    const answer = key.create(page.text)
    expect((await one.submit('/account/passkeys/confirm', { answer, name: 'x' })).status).toBe(400)
    const first = await withPasskey('doubled')
    const twice = await first.one.submit('/account/passkeys/confirm', { answer: first.answer, name: 'x' })
    expect(twice.status).toBe(400)
  })

  it('cannot be added without the password', async () => {
    const { one } = await member('borrowed')
    expect((await one.submit('/account/passkeys/add', { current: 'wrong', id: '' })).status).toBe(400)
    const key = new SoftwareAuthenticator(running.origin)
    const page = { text: 'data-options="{&quot;challenge&quot;:&quot;eA&quot;}"' }
    const answer = key.create(page.text)
    expect((await one.submit('/account/passkeys/confirm', { answer, name: 'x' })).status).toBe(400)
  })
})
