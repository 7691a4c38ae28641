import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FhirClient } from '../port.ts'
import { Browser } from '../testing/browser.ts'
import { audience, password, rolesClaim, runningIdentity } from '../testing/embedded.ts'
import { pkcePair } from '../testing/pkce.ts'
import { oidcVerifier } from '../verify.ts'

const FHIR = 'https://portal.test/fhir'
const BACK = 'https://ehr.test/back'
const client = (more: Partial<FhirClient> & { id: string }): FhirClient => ({
  ...{ name: more.id, secret: null, scopes: [], institutions: [], redirectUris: [] },
  ...more,
})
const CLIENTS = [
  client({ id: 'lims', secret: 'lims-secret-of-the-tests', scopes: ['system/Bundle.c', 'system/Task.rs'] }),
  client({ id: 'ehr', scopes: ['user/Patient.rs', 'user/Task.rs'], redirectUris: [BACK] }),
  client({
    id: 'ehr-server',
    secret: 'ehr-secret-of-the-tests',
    scopes: ['user/Task.rs'],
    redirectUris: [BACK],
  }),
]

let identity: Awaited<ReturnType<typeof runningIdentity>>
beforeAll(async () => {
  identity = await runningIdentity({ fhir: { audience: FHIR, clients: CLIENTS } })
})
afterAll(() => identity?.stop())

/** The token endpoint's reply. */
async function token(fields: Record<string, string>, as?: [id: string, secret: string]) {
  const reply = await fetch(`${identity.portal.issuer}/token`, {
    method: 'POST',
    headers: as ? { authorization: `Basic ${Buffer.from(as.join(':')).toString('base64')}` } : {},
    body: new URLSearchParams(fields),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}

const LIMS: [string, string] = ['lims', 'lims-secret-of-the-tests']
const asSystem = (scope: string, as = LIMS) => token({ grant_type: 'client_credentials', scope }, as)

/** The verifier of the FHIR endpoints, and that of the API. */
const verifierFor = async (aud: string) => {
  const { keys } = (await identity.serve({ fhir: { audience: FHIR, clients: CLIENTS } })).identity
  return oidcVerifier({ issuer: identity.portal.issuer, audience: aud, rolesClaim, keys })
}

test('a system gets a token of its own, with its configured scopes and no others', async () => {
  const { body } = await asSystem('system/Bundle.c system/Patient.rs')
  expect(body.scope).toBe('system/Bundle.c')
  const claims = await (await verifierFor(FHIR)).verify(body.access_token ?? '')
  expect(claims).toMatchObject({ sub: 'lims', clientId: 'lims', scopes: ['system/Bundle.c'], roles: [] })
})

test('a FHIR token is refused by the API', async () => {
  const { body } = await asSystem('system/Bundle.c')
  await expect((await verifierFor(audience)).verify(body.access_token ?? '')).rejects.toThrow('aud')
})

test.each([
  ['with a wrong secret', ['lims', 'wrong'], 401],
  ['nobody knows', ['nobody', 'x'], 401],
  ['without a secret', ['ehr', ''], 400],
] as const)('a client %s gets none', async (_name, as, status) => {
  expect((await asSystem('system/Bundle.c', [...as])).status).toBe(status)
})

test('a system can’t request a token for the API', async () => {
  const fields = { grant_type: 'client_credentials', scope: 'openid', resource: audience }
  expect((await token(fields, LIMS)).body.error).toBe('invalid_target')
})

test.each([
  ['no challenge', {}],
  ['a plain one', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
])('a client with a secret gets no code with %s', async (_, challenge) => {
  const query = new URLSearchParams({
    ...{ client_id: 'ehr-server', response_type: 'code', redirect_uri: BACK, scope: 'openid user/Task.rs' },
    ...challenge,
  })
  const { url } = await new Browser().visit(`${identity.portal.issuer}/auth?${query}`, identity.portal.issuer)
  expect(url.origin + url.pathname).toBe(BACK)
  expect([url.searchParams.get('error'), url.searchParams.get('code')]).toEqual(['invalid_request', null])
})

test('a user who signs in from an EHR gets a token with the allowed scopes, for FHIR only', async () => {
  const { verifier, challenge } = pkcePair()
  const browser = new Browser()
  const query = new URLSearchParams({
    ...{ client_id: 'ehr', response_type: 'code', redirect_uri: BACK, state: 's', code_challenge: challenge },
    ...{ code_challenge_method: 'S256', scope: 'openid user/Patient.rs user/Coverage.rs system/Bundle.c' },
    aud: FHIR,
  })
  const page = await browser.visit(`${identity.portal.issuer}/auth?${query}`, identity.portal.issuer)
  const answer = await browser.submit(page.url.href, identity.portal.issuer, {
    email: 'rowan@clinic.test',
    password,
  })
  expect(answer.url.href).toContain(BACK)
  const { body } = await token({
    ...{ grant_type: 'authorization_code', client_id: 'ehr', redirect_uri: BACK, code_verifier: verifier },
    code: answer.url.searchParams.get('code') ?? '',
  })
  const claims = await (await verifierFor(FHIR)).verify(body.access_token ?? '')
  expect(claims).toMatchObject({ sub: 'rowan-1', clientId: 'ehr', email: 'rowan@clinic.test' })
  expect(claims.scopes).toContain('user/Patient.rs')
  expect(claims.scopes).not.toContain('user/Coverage.rs')
  expect(claims.scopes).not.toContain('system/Bundle.c')
  await expect((await verifierFor(audience)).verify(body.access_token ?? '')).rejects.toThrow('aud')
  await expect((await verifierFor(FHIR)).verify(body.id_token ?? '')).rejects.toThrow()
})
