import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import {
  calculateJwkThumbprint,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InvalidToken, ProviderAway } from './port.ts'
import { Browser } from './testing/browser.ts'
import { pkcePair } from './testing/pkce.ts'
import { oidcVerifier } from './verify.ts'

const audience = 'karyo'
const rolesClaim = 'https://karyo.test/roles'
const api = 'https://karyo.test/api'
const redirect = 'https://portal.test/callback'

const keys = await generateKeyPair('RS256', { extractable: true })
const publicKey = await exportSPKI(keys.publicKey)
const kid = await calculateJwkThumbprint(await exportJWK(keys.publicKey))

let server: Server
let issuer: string

/** A hospital's own provider: other configuration and keys, state in memory. */
async function hospitalProvider(address: string) {
  const jwk = { ...(await exportJWK(keys.privateKey)), kid, alg: 'RS256', use: 'sig' }
  return new Provider(address, {
    jwks: { keys: [jwk] },
    cookies: { keys: ['hospital'] },
    clients: [{ client_id: 'portal', token_endpoint_auth_method: 'none', redirect_uris: [redirect] }],
    scopes: ['openid', 'email'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, email: 'rowan@hospital.test' }) }),
    extraTokenClaims: () => ({
      email: 'rowan@hospital.test',
      email_verified: true,
      [rolesClaim]: ['Support'],
    }),
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => api,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: '', audience, accessTokenFormat: 'jwt' }),
      },
    },
  })
}

beforeAll(async () => {
  server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  issuer = `http://localhost:${address.port}`
  server.on('request', (await hospitalProvider(issuer)).callback())
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Signs a user in at the hospital's provider: authorization code with PKCE. */
async function signIn(sub: string): Promise<{ access_token: string; id_token: string }> {
  const browser = new Browser()
  const { verifier, challenge } = pkcePair()
  const query = new URLSearchParams({
    client_id: 'portal',
    response_type: 'code',
    redirect_uri: redirect,
    scope: 'openid email',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const login = await browser.visit(`${issuer}/auth?${query}`, issuer)
  const consent = await browser.submit(login.url.href, issuer, { prompt: 'login', login: sub })
  const back = await browser.submit(consent.url.href, issuer, { prompt: 'consent' })
  const reply = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'portal',
      code: back.url.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri: redirect,
    }),
  })
  return (await reply.json()) as { access_token: string; id_token: string }
}

/** A token signed with the provider's own key, valid except for the given change. */
function signed(change: JWTPayload = {}, header: { typ?: string } = { typ: 'at+jwt' }) {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ iss: issuer, aud: audience, sub: 'rowan', iat: now, exp: now + 60, ...change })
    .setProtectedHeader({ alg: 'RS256', kid, ...header })
    .sign(keys.privateKey)
}

const verifier = (options = {}) => oidcVerifier({ issuer, audience, rolesClaim, ...options })

async function refusal(token: string, options = {}) {
  const error: unknown = await verifier(options)
    .verify(token)
    .catch((reason: unknown) => reason)
  if (!(error instanceof InvalidToken)) throw new Error('not refused with InvalidToken', { cause: error })
  expect(error.message).not.toContain(token)
  expect(error.cause).toBeUndefined()
  return error.message
}

describe('oidcVerifier, knowing only a provider’s address', () => {
  it('[IDP-01] accepts its access token and gives sub, email, email_verified, roles and exp', async () => {
    const { access_token } = await signIn('rowan')
    expect(await verifier().verify(access_token)).toEqual({
      sub: 'rowan',
      email: 'rowan@hospital.test',
      emailVerified: true,
      firstName: null,
      lastName: null,
      roles: ['Support'],
      scopes: [],
      clientId: 'portal',
      sessionId: null,
      signedInAt: null,
      issuedAt: expect.any(Number),
      exp: expect.any(Number),
    })
  })

  it('requires the configured authentication methods from an external provider', async () => {
    const demanded = { requireAmr: ['mfa', 'hwk'], requireAcr: ['gold'] }
    for (const factors of [
      {},
      { amr: ['pwd'], acr: 'gold' },
      { amr: 'mfaX', acr: 'gold' },
      { amr: { mfa: 1 }, acr: 'gold' },
    ])
      expect(await refusal(await signed(factors), demanded)).toBe('amr: check_failed')
    for (const factors of [
      { amr: ['mfa'] },
      { amr: ['mfa'], acr: 'silver' },
      { amr: ['mfa'], acr: ['gold'] },
    ])
      expect(await refusal(await signed(factors), demanded)).toBe('acr: check_failed')
    const enough = await signed({ amr: ['pwd', 'hwk'], acr: 'gold' })
    expect((await verifier(demanded).verify(enough)).sub).toBe('rowan')
    expect((await verifier().verify(await signed())).sub).toBe('rowan')
  })

  it('requires none of them for the own token of a known client, for which no user signs in', async () => {
    const demanded = { requireAmr: ['mfa'], requireAcr: ['gold'], systems: ['ehr'] }
    const own = await signed({ sub: 'ehr', client_id: 'ehr' })
    expect((await verifier(demanded).verify(own)).clientId).toBe('ehr')
    for (const others of [
      { sub: 'rowan', client_id: 'ehr' },
      { sub: 'ehr' },
      { sub: 'unknown', client_id: 'unknown' },
    ])
      expect(await refusal(await signed(others), demanded)).toBe('amr: check_failed')
  })

  it('refuses its id_token, even if token types are not checked', async () => {
    const { id_token } = await signIn('rowan')
    expect(await refusal(id_token)).toBeTruthy()
    expect(await refusal(id_token, { requireAccessTokenType: false })).toBe('aud: check_failed')
  })

  it('accepts a token without type only if configured', async () => {
    const token = await signed({}, {})
    expect(await refusal(token)).toBe('typ: check_failed')
    expect((await verifier({ requireAccessTokenType: false }).verify(token)).sub).toBe('rowan')
  })

  it('reads the names, and ignores values that are not text', async () => {
    const named = await signed({ given_name: 'Rowan', family_name: ['Ashdown'] })
    expect(await verifier().verify(named)).toMatchObject({ firstName: 'Rowan', lastName: null })
  })

  it('reads a missing email as none, missing roles as none and a single role as one', async () => {
    expect(await verifier().verify(await signed())).toMatchObject({
      email: null,
      emailVerified: false,
      roles: [],
    })
    expect((await verifier().verify(await signed({ [rolesClaim]: 'Support' }))).roles).toEqual(['Support'])
  })

  it('refuses another audience, another issuer, an expired token and one that never expires', async () => {
    expect(await refusal(await signed({ aud: 'another' }))).toBe('aud: check_failed')
    expect(await refusal(await signed({ iss: 'https://other.test' }))).toBe('iss: check_failed')
    expect(await refusal(await signed({ exp: Math.floor(Date.now() / 1000) - 60 }))).toBe('expired')
    const endless = new SignJWT({ iss: issuer, aud: audience, sub: 'rowan' })
    const token = await endless.setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' }).sign(keys.privateKey)
    expect(await refusal(token)).toBe('exp: missing')
  })

  it('refuses an unsigned token, one signed with the public key as a secret, and garbage', async () => {
    const claims = { iss: issuer, aud: audience, sub: 'rowan', exp: Math.floor(Date.now() / 1000) + 60 }
    expect(await refusal(new UnsecuredJWT(claims).encode())).toBeTruthy()
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' })
      .sign(new TextEncoder().encode(publicKey))
    expect(await refusal(confused)).toBe('ERR_JOSE_ALG_NOT_ALLOWED')
    for (const garbage of ['x', 'a.b.c', 'e30.e30.']) expect(await refusal(garbage)).toBeTruthy()
  })

  it('refuses a token signed with a key that the provider does not have', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const claims = { iss: issuer, aud: audience, sub: 'rowan', exp: Math.floor(Date.now() / 1000) + 60 }
    const token = (id: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: id, typ: 'at+jwt' }).sign(privateKey)
    expect(await refusal(await token(kid))).toBe('ERR_JWS_SIGNATURE_VERIFICATION_FAILED')
    expect(await refusal(await token('unknown'))).toBe('ERR_JWKS_NO_MATCHING_KEY')
  })

  it('fetches the discovery document once, and again after a failure', async () => {
    let requestCount = 0
    let up = false
    const flaky = createServer((request, response) => {
      requestCount += request.url?.startsWith('/.well-known') ? 1 : 0
      response.statusCode = up ? 200 : 503
      response.end(up ? JSON.stringify({ issuer: flakyIssuer, jwks_uri: `${issuer}/jwks` }) : '')
    }).listen(0)
    await once(flaky, 'listening')
    const address = flaky.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const flakyIssuer = `http://localhost:${address.port}`
    const one = oidcVerifier({ issuer: flakyIssuer, audience, rolesClaim })
    const token = await signed({ iss: flakyIssuer })
    await expect(one.verify(token)).rejects.toThrow(ProviderAway)
    up = true
    expect((await one.verify(token)).sub).toBe('rowan')
    expect((await one.verify(token)).sub).toBe('rowan')
    expect(requestCount).toBe(2)
    flaky.closeAllConnections()
    flaky.close()
  })

  it('reports unreachable keys as such, without calling the token invalid', async () => {
    const failing = createServer((_, reply) => reply.writeHead(500).end()).listen(0)
    await once(failing, 'listening')
    const address = failing.address()
    const jwksUri = `http://localhost:${typeof address === 'object' ? address?.port : ''}/jwks`
    const one = verifier({ jwksUri })
    const token = await signed()
    await expect(one.verify(token)).rejects.toThrow(ProviderAway)
    expect(await refusal('a.b.c', { jwksUri })).toBeTruthy()
    failing.closeAllConnections()
    failing.close()
    await expect(one.verify(token)).rejects.toThrow(ProviderAway)
  })

  it('fetches the keys from a configured address if a provider has no discovery document', async () => {
    const iss = 'https://undiscovered.test'
    const one = verifier({ issuer: iss, jwksUri: `${issuer}/jwks` })
    expect((await one.verify(await signed({ iss }))).sub).toBe('rowan')
  })

  it('refuses a discovery document of another issuer', async () => {
    const token = await signed({ iss: `${issuer}/` })
    const other = verifier({ issuer: `${issuer}/` })
    await expect(other.verify(token)).rejects.toThrow(ProviderAway)
  })

  it('does not follow a redirect of the discovery document', async () => {
    const otherServer = createServer((_, reply) =>
      reply.writeHead(302, { location: `${issuer}/.well-known/openid-configuration` }).end(),
    ).listen(0)
    await once(otherServer, 'listening')
    const address = otherServer.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const led = verifier({ issuer: `http://localhost:${port}` })
    await expect(led.verify(await signed())).rejects.toThrow(ProviderAway)
    otherServer.close()
  })
})
