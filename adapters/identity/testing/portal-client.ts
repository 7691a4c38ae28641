import type { Browser } from './browser.ts'
import { pkcePair } from './pkce.ts'

/** The portal's side of the protocol, against the embedded provider. */
export function portalClient(origin: string) {
  const issuer = `${origin}/identity`

  /** Starts an authorization request. `changes` replace its parameters, or remove them (undefined). */
  function authorize(browser: Browser, changes: Record<string, string | undefined> = {}) {
    const { verifier, challenge } = pkcePair()
    const parameters = {
      client_id: 'portal',
      response_type: 'code',
      redirect_uri: `${origin}/callback`,
      scope: 'openid profile email',
      state: 'somewhere',
      nonce: 'once',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...changes,
    }
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
    return browser.visit(`${issuer}/auth?${query}`, issuer).then((answer) => ({ ...answer, verifier }))
  }

  async function exchange(code: string, verifier: string, redirectUri = `${origin}/callback`) {
    const reply = await fetch(`${issuer}/token`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'portal',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }),
    })
    const body = (await reply.json()) as Record<string, string>
    return { status: reply.status, body }
  }

  /** Opens the sign-in page and submits it. `url` is the portal's callback if the sign-in succeeded. */
  async function signIn(browser: Browser, email: string, password: string) {
    const page = await authorize(browser)
    const answer = await browser.submit(page.url.href, issuer, { email, password })
    return { ...answer, verifier: page.verifier, page: page.url.href }
  }

  /** The whole flow up to the tokens. */
  async function tokensFor(browser: Browser, email: string, password: string) {
    const { url, verifier } = await signIn(browser, email, password)
    const { body } = await exchange(url.searchParams.get('code') ?? '', verifier)
    return { accessToken: body.access_token ?? '', idToken: body.id_token ?? '' }
  }

  /** `prompt=none`, as in the hidden frame; returns the parameters of the reply. */
  async function renew(browser: Browser) {
    const redirectUri = `${origin}/silent-renew`
    const { url, verifier } = await authorize(browser, { prompt: 'none', redirect_uri: redirectUri })
    const code = url.searchParams.get('code')
    const tokens = code === null ? undefined : (await exchange(code, verifier, redirectUri)).body
    return { error: url.searchParams.get('error'), accessToken: tokens?.access_token }
  }

  /** The end-session page and the form it submits. */
  async function logOut(browser: Browser, idToken: string, to = `${origin}/logged-out`) {
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: to })
    const { reply } = await browser.visit(`${issuer}/session/end?${query}`, issuer)
    const page = await reply.text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const confirm = `${issuer}/session/end/confirm`
    const { url } = await browser.submit(confirm, issuer, { xsrf, logout: 'yes' })
    return { page, url: url.href, headers: reply.headers }
  }

  return { issuer, authorize, exchange, signIn, tokensFor, renew, logOut }
}
