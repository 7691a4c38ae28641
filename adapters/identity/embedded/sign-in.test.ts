import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { InvalidToken } from '../port.ts'
import { Browser } from '../testing/browser.ts'
import { audience, password, rolesClaim, rowan, runningIdentity } from '../testing/embedded.ts'
import { oidcVerifier } from '../verify.ts'
import { lockout } from './lockout.ts'
import { refusedText } from './pages/sign-in.ts'
import { derivedKey } from './secrets.ts'

// Needs its own cluster; hashing each password takes time.
let running: Awaited<ReturnType<typeof runningIdentity>>
let portal: typeof running.portal

beforeAll(async () => {
  running = await runningIdentity()
  portal = running.portal
})

afterAll(() => running?.stop())

describe('signing in', () => {
  it('[IDP-01] gives the portal an access token for its audience, with the claims it needs', async () => {
    const { accessToken, idToken } = await portal.tokensFor(new Browser(), 'Rowan@Clinic.test ', password)
    expect(await running.verifier().verify(accessToken)).toEqual({
      sub: 'rowan-1',
      email: 'rowan@clinic.test',
      emailVerified: true,
      firstName: 'Rowan',
      lastName: 'Ashdown',
      roles: ['Support'],
      exp: expect.any(Number),
      scopes: ['openid', 'profile', 'email'],
      clientId: 'portal',
      sessionId: expect.any(String),
      signedInAt: expect.any(Number),
      issuedAt: expect.any(Number),
    })
    const access = decodeJwt(accessToken)
    expect(access.aud).toBe(audience)
    expect((access.exp ?? 0) - (access.iat ?? 0)).toBe(600)
    expect(decodeProtectedHeader(accessToken)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' })
    const person = {
      sub: 'rowan-1',
      email: 'rowan@clinic.test',
      email_verified: true,
      given_name: 'Rowan',
      family_name: 'Ashdown',
      [rolesClaim]: ['Support'],
    }
    expect(access).toMatchObject({ ...person, amr: ['pwd'] })
    expect(decodeJwt(idToken)).toMatchObject({ ...person, amr: ['pwd'], aud: 'portal', nonce: 'once' })
  })

  it('can be verified by a server that knows only the provider’s address', async () => {
    const { accessToken } = await portal.tokensFor(new Browser(), 'rowan@clinic.test', password)
    const remote = oidcVerifier({ issuer: portal.issuer, audience, rolesClaim })
    expect((await remote.verify(accessToken)).sub).toBe('rowan-1')
  })

  it('issues an id_token that does not work as an access token', async () => {
    const { idToken } = await portal.tokensFor(new Browser(), 'rowan@clinic.test', password)
    await expect(running.verifier().verify(idToken)).rejects.toThrow(InvalidToken)
  })

  it('issues no refresh token, and each code works once', async () => {
    const { url, verifier: proof } = await portal.signIn(new Browser(), 'rowan@clinic.test', password)
    const code = url.searchParams.get('code') ?? ''
    const both = await Promise.all([portal.exchange(code, proof), portal.exchange(code, proof)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(both.some(({ body }) => 'refresh_token' in body)).toBe(false)
  })

  it('issues codes that are valid for a minute', async () => {
    const { url, verifier: proof } = await portal.signIn(new Browser(), 'rowan@clinic.test', password)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    onTestFinished(() => void vi.useRealTimers())
    const late = await portal.exchange(url.searchParams.get('code') ?? '', proof)
    expect([late.status, late.body.error]).toEqual([400, 'invalid_grant'])
  })

  it('generates unguessable session IDs and codes, and strong keys', async () => {
    await portal.signIn(new Browser(), 'rowan@clinic.test', password)
    const rows = await running.database.admin<{ id: string }[]>`
      select token as id from identity.session
      union all select id from identity.oidc_payload where model in ('Session', 'AuthorizationCode')`
    expect(rows.length).toBeGreaterThan(2)
    // Of 62 or 64 characters each: 22 of them have more than 128 bits.
    for (const { id } of rows) expect(id).toMatch(/^[\w-]{32,}$/)
    expect(new Set(rows.map(({ id }) => id.slice(0, 12))).size).toBe(rows.length)
    const { keys } = (await (await fetch(`${portal.issuer}/jwks`)).json()) as { keys: object[] }
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' })
      expect(key).not.toHaveProperty('d')
    }
    expect(derivedKey('a secret of the tests, long enough for it', 'anything').length).toBe(32)
  })

  it('refuses a code without its PKCE verifier', async () => {
    const { url } = await portal.signIn(new Browser(), 'rowan@clinic.test', password)
    const { body } = await portal.exchange(url.searchParams.get('code') ?? '', 'x'.repeat(43))
    expect(body.error).toBe('invalid_grant')
  })

  it('shows the page again after a wrong password, keeping the email', async () => {
    const { reply } = await portal.signIn(new Browser(), 'rowan@clinic.test', 'wrong')
    expect(reply.status).toBe(401)
    const page = await reply.text()
    expect(page).toContain(`<p role="alert">${refusedText}</p>`)
    expect(page).toContain('value="rowan@clinic.test"')
  })

  it('escapes typed text', async () => {
    const { reply } = await portal.signIn(new Browser(), '"><b>x', 'wrong')
    expect(await reply.text()).toContain('value="&quot;&gt;&lt;b&gt;x"')
  })

  it('tells the portal that the email is unverified, and opens no session', async () => {
    const browser = new Browser()
    const { url } = await portal.signIn(browser, 'new@clinic.test', password)
    expect(url.origin + url.pathname).toBe(`${running.origin}/callback`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      error: 'access_denied',
      error_description: 'Please verify your email address before you log in.',
      state: 'somewhere',
    })
    expect((await portal.renew(browser)).error).toBe('login_required')
  })

  it('refuses a form from another site, or for an unknown sign-in', async () => {
    const browser = new Browser()
    const { url } = await portal.authorize(browser)
    const fields = { email: 'rowan@clinic.test', password }
    for (const sender of ['https://evil.test', 'null']) {
      const { reply } = await browser.submit(url.href, portal.issuer, fields, { origin: sender })
      expect(reply.status).toBe(403)
    }
    const { reply } = await new Browser().submit(url.href, portal.issuer, fields)
    expect(reply.status).toBe(400)
    expect(reply.headers.get('content-type')).toContain('text/html')
    expect(await reply.text()).toContain('Please start again')
  })

  it('refuses an unknown client, redirect address or API', async () => {
    const unknown = await portal.authorize(new Browser(), { client_id: 'other' })
    expect(unknown.reply.status).toBe(400)
    expect(await unknown.reply.text()).toContain('invalid_client')
    const foreign = await portal.authorize(new Browser(), { redirect_uri: 'https://evil.test/callback' })
    expect(foreign.reply.status).toBe(400)
    expect(foreign.url.origin).toBe(running.origin)
    expect(await foreign.reply.text()).toContain('invalid_redirect_uri')
    const own = await portal.authorize(new Browser(), { resource: audience })
    expect(own.url.pathname).toMatch(/^\/identity\/interaction\//)
    const api = await portal.authorize(new Browser(), { resource: 'https://other.test' })
    expect(api.url.searchParams.get('error')).toBe('invalid_target')
    const open = await portal.authorize(new Browser(), {
      code_challenge: undefined,
      code_challenge_method: undefined,
    })
    expect(open.url.searchParams.get('error')).toBe('invalid_request')
  })
})

describe('the lockout', () => {
  const wrong = (email: string) => portal.signIn(new Browser(), email, 'wrong')

  it('locks only this account after ten wrong passwords, with an unchanged reply, until its time is over', async () => {
    await running.ensureAccount({ ...rowan, email: 'locked@clinic.test' })
    for (let i = 0; i < lockout.max; i++) await wrong('locked@clinic.test')
    const { reply } = await portal.signIn(new Browser(), 'LOCKED@clinic.test', password)
    expect(reply.status).toBe(401)
    expect(await reply.text()).toContain(refusedText)
    const other = await portal.signIn(new Browser(), 'rowan@clinic.test', password)
    expect(other.url.pathname).toBe('/callback')
    await running.database
      .admin`update identity.attempt set expires_at = now() where key = 'account:locked@clinic.test'`
    const { url } = await portal.signIn(new Browser(), 'locked@clinic.test', password)
    expect(url.pathname).toBe('/callback')
  })

  it('checks at most ten of many concurrent passwords', async () => {
    await running.ensureAccount({ ...rowan, email: 'rushed@clinic.test' })
    await Promise.all(Array.from({ length: lockout.max + 5 }, () => wrong('rushed@clinic.test')))
    const reasons = running.events
      .filter((event) => event.type === 'sign-in-refused' && event.email === 'rushed@clinic.test')
      .map((event) => 'reason' in event && event.reason)
    expect(reasons.filter((reason) => reason === 'wrong-password')).toHaveLength(lockout.max)
    expect(reasons.filter((reason) => reason === 'locked')).toHaveLength(5)
    const { reply } = await portal.signIn(new Browser(), 'rushed@clinic.test', password)
    expect(reply.status).toBe(401)
  })

  it('forgets wrong passwords after a right one', async () => {
    await running.ensureAccount({ ...rowan, email: 'clumsy@clinic.test' })
    for (let attempt = 0; attempt < 2; attempt++) {
      for (let i = 0; i < lockout.max - 1; i++) await wrong('clumsy@clinic.test')
      const { url } = await portal.signIn(new Browser(), 'clumsy@clinic.test', password)
      expect(url.pathname).toBe('/callback')
    }
  })

  it('stores nothing of an invalid email address: it may be a password in the wrong field', async () => {
    await wrong('Correct-horse-2026')
    expect(running.events.at(-1)).toMatchObject({ type: 'sign-in-refused', sub: null, email: null })
    const rows = await running.database.admin<{ key: string }[]>`select key from identity.attempt`
    expect(rows.some(({ key }) => key.includes('horse'))).toBe(false)
  })

  it('checks a password exactly as typed, however old it is', async () => {
    const typed = ' Tulips-eat my dog '
    await running.ensureAccount({ ...rowan, email: 'exactly@clinic.test', password: typed })
    await running.database.admin`
      update identity.account set created_at = now() - interval '10 years', updated_at = now() - interval '10 years'`
    for (const wrong of [typed.trim(), typed.toLowerCase()])
      expect((await running.portal.signIn(new Browser(), 'exactly@clinic.test', wrong)).reply.status).toBe(
        401,
      )
    const { url } = await running.portal.signIn(new Browser(), 'exactly@clinic.test', typed)
    expect(url.pathname).toBe('/callback')
  })

  it('allows pasting and password managers: no script touches the field, whose purpose is declared', async () => {
    const { reply } = await running.portal.authorize(new Browser())
    const page = await reply.text()
    const field = /<input[^>]*type="password"[^>]*>/.exec(page)?.[0] ?? ''
    expect(field).toContain('autocomplete="current-password"')
    expect(page).not.toMatch(/\son\w+=/)
    const scripts = [...page.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src]) => src ?? '')
    expect(
      scripts.map((src) =>
        src
          .split('/')
          .at(-1)
          ?.replace(/-\w+\./, '.'),
      ),
    ).toEqual(['passkey.js'])
    for (const src of scripts) {
      const script = await (await fetch(`${running.origin}${src}`)).text()
      expect(script).not.toMatch(/paste|clipboard|keydown|keypress/)
    }
  })

  it('answers the same for an email without account', async () => {
    const known = await (await wrong('rowan@clinic.test')).reply.text()
    const unknown = await (await wrong('nobody@clinic.test')).reply.text()
    expect(comparable(unknown).replace('nobody@', 'rowan@')).toBe(comparable(known))
    const [row] = await running.database
      .admin`select count from identity.attempt where key = 'account:nobody@clinic.test'`
    expect(row?.count).toBe(1)
  })
})

/** The page without the parts that differ on every request. */
function comparable(page: string): string {
  return page.replace(/interaction\/[\w-]+/g, '').replace(/&quot;challenge&quot;:&quot;[\w-]+/, '')
}
