import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openIdentity } from './open-identity.ts'

const keys = await generateKeyPair('ES256', { extractable: true })
const FHIR = 'https://portal.test/fhir'

let server: Server
let issuer: string
beforeAll(async () => {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  server = createServer((request, reply) => {
    const metadata = { issuer, jwks_uri: `${issuer}/jwks` }
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify(request.url === '/jwks' ? { keys: [jwk] } : metadata))
  }).listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  issuer = `http://localhost:${address.port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const signed = (claims: JWTPayload) =>
  new SignJWT({ iss: issuer, sub: 'rowan', client_id: 'ehr', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'at+jwt' })
    .setExpirationTime('1m')
    .sign(keys.privateKey)

describe('another provider’s tokens, if a second factor is demanded', () => {
  test.each([
    ['verifier', 'urn:karyo:api'],
    ['fhirVerifier', FHIR],
  ] as const)('the %s refuses one without it', async (which, aud) => {
    const { [which]: verifier } = await opened()
    await expect(verifier.verify(await signed({ aud, amr: ['pwd'] }))).rejects.toThrow('amr: check_failed')
    expect((await verifier.verify(await signed({ aud, amr: ['pwd', 'mfa'] }))).sub).toBe('rowan')
  })

  test('a client’s own token needs none at the FHIR endpoints', async () => {
    const { fhirVerifier } = await opened()
    const own = await signed({ aud: FHIR, sub: 'ehr' })
    expect((await fhirVerifier.verify(own)).sub).toBe('ehr')
  })
})

function opened() {
  const config = readConfig({
    OIDC_ISSUER: issuer,
    OIDC_REQUIRE_AMR: 'mfa',
    KARYO_FHIR_AUDIENCE: FHIR,
    KARYO_FHIR_CLIENTS: '[{"id":"ehr","scopes":["system/*.rs"]}]',
  })
  // Only the embedded provider needs any.
  return openIdentity(config, {} as Parameters<typeof openIdentity>[1])
}
