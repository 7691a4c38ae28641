import { createHash } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedEndpoints } from '../discovery.ts'
import { Browser } from '../testing/browser.ts'
import { password, rowan, runningIdentity } from '../testing/embedded.ts'

// Needs its own cluster; hashing each password takes time.
let running: Awaited<ReturnType<typeof runningIdentity>>
let portal: typeof running.portal

beforeAll(async () => {
  running = await runningIdentity()
  portal = running.portal
})

afterAll(() => running?.stop())

describe('renewing and logging out', () => {
  it('[IDP-01] renews silently while the session lives, and asks for a login after logout', async () => {
    const browser = new Browser()
    expect((await portal.renew(browser)).error).toBe('login_required')
    const { idToken } = await portal.tokensFor(browser, 'rowan@clinic.test', password)
    for (let i = 0; i < 2; i++) {
      const { accessToken } = await portal.renew(browser)
      expect((await running.verifier().verify(accessToken ?? '')).sub).toBe('rowan-1')
    }
    const { url } = await portal.logOut(browser, idToken)
    expect(url).toBe(`${running.origin}/logged-out`)
    expect((await portal.renew(browser)).error).toBe('login_required')
  })

  it('removes the account session and its cookies, so that the password is required again', async () => {
    const browser = new Browser()
    await running.ensureAccount({ ...rowan, email: 'leaving@clinic.test', sub: 'leaving' })
    const sessions = () => running.database.admin`select 1 from identity.session where user_id = 'leaving'`
    const { idToken } = await portal.tokensFor(browser, 'leaving@clinic.test', password)
    expect(await sessions()).toHaveLength(1)
    await portal.logOut(browser, idToken, `${running.origin}/`)
    expect(await sessions()).toHaveLength(0)
    expect(browser.cookieNames().filter((name) => /session/.test(name))).toEqual([])
    const { url, reply } = await portal.authorize(browser)
    expect(url.pathname).toMatch(/^\/identity\/interaction\//)
    expect(await reply.text()).toContain('type="password"')
  })

  it('submits the logout form automatically for the portal, under a policy that names its script', async () => {
    const browser = new Browser()
    const { idToken } = await portal.tokensFor(browser, 'rowan@clinic.test', password)
    const { page, headers } = await portal.logOut(browser, idToken)
    const script = /<script>(.+)<\/script>/.exec(page)?.[1] ?? ''
    expect(script).toContain('submit()')
    const digest = createHash('sha256').update(script).digest('base64')
    expect(headers.get('content-security-policy')).toContain(
      `script-src 'sha256-${digest}' ${portal.issuer}/passkey-`,
    )
    expect(page).toContain('name="logout" value="yes"')
  })

  it('[WEB-05] has an icon on every page, which the page’s own policy lets in: no browser asks for /favicon.ico', async () => {
    const pages = ['/sign-up', '/forgot', '/reset?token=x', '/verify?token=x', '/account']
    for (const path of pages) {
      const { url, reply } = await new Browser().visit(`${portal.issuer}${path}`, portal.issuer)
      if (!reply.headers.get('content-type')?.startsWith('text/html')) continue
      const icon = /<link rel="icon" href="([^"]+)"/.exec(await reply.text())?.[1] ?? ''
      expect([path, new URL(icon, url).pathname]).toEqual([path, '/icon.svg'])
      const policy = reply.headers.get('content-security-policy') ?? ''
      expect(/img-src ([^;]*)/.exec(policy)?.[1]?.split(' ')).toContain(new URL(icon, url).href)
    }
  })

  it('confirms a logout requested by a page that does not know the session, and returns only to the portal', async () => {
    const browser = new Browser()
    const { idToken } = await portal.tokensFor(browser, 'rowan@clinic.test', password)
    const page = await (await browser.send(`${portal.issuer}/session/end`)).text()
    expect(page).toContain('Log out</button>')
    expect(page).not.toContain('<script>')
    const query = new URLSearchParams({
      id_token_hint: idToken,
      post_logout_redirect_uri: 'https://evil.test/',
    })
    expect((await browser.send(`${portal.issuer}/session/end?${query}`)).status).toBe(400)
    expect((await portal.renew(browser)).error).toBeNull()
  })

  it('requires a sign-in when the account is gone', async () => {
    const browser = new Browser()
    await running.ensureAccount({ ...rowan, email: 'gone@clinic.test', sub: 'gone' })
    await portal.tokensFor(browser, 'gone@clinic.test', password)
    await running.database.admin`delete from identity."user" where id = 'gone'`
    expect((await portal.renew(browser)).error).toBe('login_required')
    const { url } = await portal.authorize(browser)
    expect(url.pathname).toMatch(/^\/identity\/interaction\//)
  })

  it('lets another account sign in over an open session', async () => {
    const browser = new Browser()
    await running.ensureAccount({ ...rowan, email: 'second@clinic.test', sub: 'second' })
    await portal.tokensFor(browser, 'rowan@clinic.test', password)
    const page = await portal.authorize(browser, { prompt: 'login' })
    const form = { email: 'second@clinic.test', password }
    const { reply } = await browser.submit(page.url.href, portal.issuer, form)
    // The provider first ends the open session through a form of its own, which the policy allows.
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await reply.text())?.[1] ?? ''
    expect(reply.headers.get('content-security-policy')?.match(/'sha256-/g)).toHaveLength(2)
    const confirm = `${portal.issuer}/session/end/confirm`
    const { url } = await browser.submit(confirm, portal.issuer, { xsrf, logout: 'yes' })
    const { body } = await portal.exchange(url.searchParams.get('code') ?? '', page.verifier)
    expect((await running.verifier().verify(body.access_token ?? '')).sub).toBe('second')
    expect(
      await running.database.admin`select 1 from identity.session where user_id = 'second'`,
    ).toHaveLength(1)
  })
})

describe('starting the provider', () => {
  it('keeps keys and sessions across a restart', async () => {
    const browser = new Browser()
    const { accessToken } = await portal.tokensFor(browser, 'rowan@clinic.test', password)
    await running.restart()
    expect((await running.verifier().verify(accessToken)).sub).toBe('rowan-1')
    expect((await portal.renew(browser)).error).toBeNull()
  })

  it('creates one key when two processes start together, and another for another secret', async () => {
    await running.database.admin`delete from identity.signing_key`
    const secret = 'another secret of the tests, long enough'
    await Promise.all([running.serve({ secret }), running.serve({ secret })])
    expect(await running.database.admin`select 1 from identity.signing_key`).toHaveLength(1)
    const [row] = await running.database.admin<{ sealed: string }[]>`select sealed from identity.signing_key`
    expect(decodeProtectedHeader(row?.sealed ?? '').enc).toBe('A256GCM')
    await running.serve()
    expect(await running.database.admin`select 1 from identity.signing_key`).toHaveLength(2)
    // A process that keeps running would sign with a deleted key.
    await running.restart()
  })

  it('creates an account once and then leaves it unchanged', async () => {
    const account = { ...rowan, email: 'twice@clinic.test' }
    const [one, two] = await Promise.all([running.ensureAccount(account), running.ensureAccount(account)])
    expect(one).toEqual(two)
    const again = await running.ensureAccount({
      ...account,
      email: 'Twice@Clinic.test',
      password: 'Other-2026-x',
    })
    expect(again).toEqual(one)
    const { url } = await portal.signIn(new Browser(), 'twice@clinic.test', password)
    expect(url.pathname).toBe('/callback')
  })

  it('keeps accounts from the roles of portal and worker', async () => {
    for (const role of ['karyo_portal', 'karyo_worker'] as const) {
      await expect(running.database.as(role)`select password from identity.account`).rejects.toThrow(
        /permission denied/,
      )
    }
  })

  it('deletes what has expired when a user signs in', async () => {
    await running.database.admin`insert into identity.oidc_payload (model, id, payload, expires_at)
      values ('Session', 'old', '{}', now() - interval '1 day')`
    await portal.authorize(new Browser())
    expect(await running.database.admin`select 1 from identity.oidc_payload where id = 'old'`).toHaveLength(0)
  })

  it('serves pages and styles under a strict content security policy', async () => {
    const { reply } = await portal.authorize(new Browser())
    expect(reply.headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(reply.headers.get('content-security-policy')).toContain(`form-action 'self' ${running.origin};`)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const style = /href="([^"]+\.css)"/.exec(await reply.text())?.[1] ?? ''
    const css = await fetch(new URL(style, running.origin))
    expect(css.headers.get('content-type')).toContain('text/css')
    expect(await css.text()).toContain('--accent: #0f6b6b')
  })

  it('keeps other sites from reading its replies', async () => {
    const allowed = async (origin: string) => {
      const body = new URLSearchParams({ client_id: 'portal', grant_type: 'authorization_code', code: 'x' })
      const reply = await fetch(`${portal.issuer}/token`, { method: 'POST', headers: { origin }, body })
      return reply.headers.get('access-control-allow-origin')
    }
    expect(await allowed(running.origin)).toBe(running.origin)
    expect(await allowed('https://evil.test')).toBeNull()
  })

  it('works behind a TLS proxy: secure cookies and its own URLs, whatever host the request names', async () => {
    const { app } = await running.serve({
      issuer: 'https://portal.test/identity',
      portalOrigin: 'https://portal.test',
      production: true,
    })
    const discovery = await app.inject({
      url: '/identity/.well-known/openid-configuration',
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' },
    })
    expect(discovery.json()).toMatchObject({
      issuer: 'https://portal.test/identity',
      authorization_endpoint: 'https://portal.test/identity/auth',
      jwks_uri: 'https://portal.test/identity/jwks',
    })
    // What the portal's pages are told, so that they need not ask.
    const { authorization, token, endSession } = embeddedEndpoints('https://portal.test/identity')
    expect(discovery.json()).toMatchObject({
      authorization_endpoint: authorization,
      token_endpoint: token,
      end_session_endpoint: endSession,
    })
    // As in a browser: the cookies of each reply go with the next request.
    const jar = new Map<string, string>()
    const all: { name: string; path?: string; secure?: boolean; httpOnly?: boolean; sameSite?: string }[] = []
    const step = async (url: string, form?: Record<string, string>) => {
      const reply = await app.inject({
        url,
        cookies: Object.fromEntries(jar),
        ...(form && {
          method: 'POST',
          payload: new URLSearchParams(form).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://portal.test' },
        }),
      })
      for (const cookie of reply.cookies) {
        all.push(cookie)
        jar.set(cookie.name, cookie.value)
      }
      return new URL(reply.headers.location ?? '/', 'https://portal.test')
    }
    const query = new URLSearchParams({
      client_id: 'portal',
      response_type: 'code',
      redirect_uri: 'https://portal.test/callback',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const page = await step(`/identity/auth?${query}`)
    await step(page.pathname)
    const resume = await step(page.pathname, { email: 'rowan@clinic.test', password })
    expect((await step(resume.pathname)).pathname).toBe('/callback')
    for (const cookie of all) expect(cookie).toMatchObject({ secure: true, httpOnly: true })
    expect(all.map(({ sameSite }) => sameSite?.toLowerCase())).toEqual(all.map(() => 'lax'))
    const own = all.filter(({ name, path }) => name.startsWith('__Host-') && path === '/')
    expect(own.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['__Host-karyo_session', '__Host-karyo_account.session_token', '__Host-karyo_last_sign_in'],
      ]),
    )
    const others = all.filter((cookie) => !own.includes(cookie)).map(({ name }) => name.replace(/\.sig$/, ''))
    expect(new Set(others)).toEqual(new Set(['__Secure-karyo_sign_in', '__Secure-karyo_resume']))
  })

  it('refuses to start without TLS in production, with a short secret, or an audience that is no URI', async () => {
    await expect(running.serve({ issuer: 'http://portal.test/identity', production: true })).rejects.toThrow(
      /https/,
    )
    await expect(running.serve({ secret: 'short' })).rejects.toThrow(/32 characters/)
    await expect(running.serve({ audience: 'karyo' })).rejects.toThrow(/absolute URI/)
  })
})

describe('while its database is unreachable', () => {
  it('asks users and clients, by page or protocol error, to come back later', async () => {
    const pool = new pg.Pool(running.database.pool().options)
    const isAway = ({ message }: Error) => message.startsWith('Cannot use a pool')
    const { app } = await running.serve({ pool, isAway })
    await pool.end()
    const query = new URLSearchParams({
      ...{ client_id: 'portal', response_type: 'code', redirect_uri: `${running.origin}/callback` },
      ...{ scope: 'openid', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
    })
    const form = new URLSearchParams({ email: 'rowan@clinic.test' }).toString()
    const headers = { origin: running.origin, 'content-type': 'application/x-www-form-urlencoded' }
    const answers = await Promise.all([
      app.inject({ method: 'POST', url: '/identity/forgot', headers, payload: form }),
      app.inject(`/identity/auth?${query}`),
    ])
    expect(answers.map((one) => [one.statusCode, one.headers['retry-after']])).toEqual([
      [503, '5'],
      [503, '5'],
    ])
    await app.close()
  })
})
