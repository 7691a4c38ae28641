import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InvalidToken } from '../port.ts'
import { Browser } from '../testing/browser.ts'
import { audience, password, rolesClaim, rowan, runningIdentity } from '../testing/embedded.ts'
import { oidcVerifier } from '../verify.ts'
import { lockout } from './lockout.ts'
import { refusedText } from './pages.ts'

let running: Awaited<ReturnType<typeof runningIdentity>>
let portal: typeof running.portal

beforeAll(async () => {
  running = await runningIdentity()
  portal = running.portal
}, 60_000)

afterAll(() => running?.stop())

describe('signing in', () => {
  it('[IDP-01] gives the portal an access token for its audience, with the claims it needs', async () => {
    const { accessToken, idToken } = await portal.tokensFor(new Browser(), 'Rowan@Clinic.test ', password)
    expect(await running.verifier().verify(accessToken)).toEqual({
      sub: 'rowan-1',
      email: 'rowan@clinic.test',
      emailVerified: true,
      roles: ['Support'],
      exp: expect.any(Number),
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
    expect(access).toMatchObject(person)
    expect(decodeJwt(idToken)).toMatchObject({ ...person, aud: 'portal', nonce: 'once' })
  })

  it('is verified by a server that knows only the address, too', async () => {
    const { accessToken } = await portal.tokensFor(new Browser(), 'rowan@clinic.test', password)
    const remote = oidcVerifier({ issuer: portal.issuer, audience, rolesClaim })
    expect((await remote.verify(accessToken)).sub).toBe('rowan-1')
  })

  it('gives an id_token that is no access token', async () => {
    const { idToken } = await portal.tokensFor(new Browser(), 'rowan@clinic.test', password)
    await expect(running.verifier().verify(idToken)).rejects.toThrow(InvalidToken)
  })

  it('issues no refresh token, and a code works once', async () => {
    const { url, verifier: proof } = await portal.signIn(new Browser(), 'rowan@clinic.test', password)
    const code = url.searchParams.get('code') ?? ''
    const both = await Promise.all([portal.exchange(code, proof), portal.exchange(code, proof)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(both.some(({ body }) => 'refresh_token' in body)).toBe(false)
  })

  it('refuses a code without its PKCE verifier', async () => {
    const { url } = await portal.signIn(new Browser(), 'rowan@clinic.test', password)
    const { body } = await portal.exchange(url.searchParams.get('code') ?? '', 'x'.repeat(43))
    expect(body.error).toBe('invalid_grant')
  })

  it('shows the page again after a wrong password, with the e-mail kept', async () => {
    const { reply } = await portal.signIn(new Browser(), 'rowan@clinic.test', 'wrong')
    expect(reply.status).toBe(401)
    const page = await reply.text()
    expect(page).toContain(`<p role="alert">${refusedText}</p>`)
    expect(page).toContain('value="rowan@clinic.test"')
  })

  it('escapes what was typed', async () => {
    const { reply } = await portal.signIn(new Browser(), '"><b>x', 'wrong')
    expect(await reply.text()).toContain('value="&quot;&gt;&lt;b&gt;x"')
  })

  it('tells the portal when the e-mail is not verified, and opens no session', async () => {
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

  it('refuses the form of another site, and one whose sign-in is unknown', async () => {
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

  it('refuses an unknown client, an unknown address to return to and a foreign API', async () => {
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

  it('locks an account after ten wrong passwords, with the same answer, and only that account', async () => {
    await running.ensureAccount({ ...rowan, email: 'locked@clinic.test' })
    for (let i = 0; i < lockout.failures; i++) await wrong('locked@clinic.test')
    const { reply } = await portal.signIn(new Browser(), 'LOCKED@clinic.test', password)
    expect(reply.status).toBe(401)
    expect(await reply.text()).toContain(refusedText)
    const other = await portal.signIn(new Browser(), 'rowan@clinic.test', password)
    expect(other.url.pathname).toBe('/callback')
  })

  it('opens again after its time', async () => {
    await running.database
      .admin`update identity.sign_in_failure set expires_at = now() where email = 'locked@clinic.test'`
    const { url } = await portal.signIn(new Browser(), 'locked@clinic.test', password)
    expect(url.pathname).toBe('/callback')
  })

  it('looks at no more than ten passwords however many come at once', async () => {
    await running.ensureAccount({ ...rowan, email: 'rushed@clinic.test' })
    await running.database.admin`delete from identity.rate_limit`
    await Promise.all(Array.from({ length: lockout.failures + 5 }, () => wrong('rushed@clinic.test')))
    // Only those that were looked at reach better-auth, which counts them by address.
    const [row] = await running.database.admin`select count from identity.rate_limit`
    expect(row?.count).toBe(lockout.failures)
    const { reply } = await portal.signIn(new Browser(), 'rushed@clinic.test', password)
    expect(reply.status).toBe(401)
  })

  it('forgets wrong passwords after a right one', async () => {
    await running.ensureAccount({ ...rowan, email: 'clumsy@clinic.test' })
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < lockout.failures - 1; i++) await wrong('clumsy@clinic.test')
      const { url } = await portal.signIn(new Browser(), 'clumsy@clinic.test', password)
      expect(url.pathname).toBe('/callback')
    }
  }, 20_000)

  it('treats an e-mail without account alike', async () => {
    const known = await (await wrong('rowan@clinic.test')).reply.text()
    const unknown = await (await wrong('nobody@clinic.test')).reply.text()
    expect(unknown.replace('nobody@', 'rowan@')).toBe(known)
    const [row] = await running.database
      .admin`select failures from identity.sign_in_failure where email = 'nobody@clinic.test'`
    expect(row?.failures).toBe(1)
  })
})
