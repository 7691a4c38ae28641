import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { TokenVerifier } from '#adapters/identity/port.ts'
import { oidcVerifier } from '#adapters/identity/verify.ts'
import { TEST_USERS } from './world.ts'

const ISSUER = 'https://identity.test'
const AUDIENCE = 'urn:karyo:api'

export interface TokenOptions {
  expiresIn?: number
  type?: string
  audience?: string
  emailVerified?: boolean
  /** If omitted, the subject's own. */
  email?: string
  /** For a token for the FHIR endpoints. */
  scope?: string
  clientId?: string
  /** The token's session. */
  sessionId?: string
  /** When its user proved who they are, in seconds since 1970. If omitted, now. */
  signedInAt?: number
  /** When it was issued, in seconds since 1970. If omitted, now. */
  issuedAt?: number
}

/** The audience of tokens for the FHIR endpoints. */
export const FHIR_AUDIENCE = 'https://portal.test/fhir'

export interface Tokens {
  verifier: TokenVerifier
  /** For the FHIR endpoints: accepts tokens for them and those of the portal. */
  fhirVerifier: TokenVerifier
  /** An access token of a test user, or of a subject without a registered user. */
  tokenOf(subject: string, options?: TokenOptions): Promise<string>
}

/** Tokens that the real verifier accepts, signed with a key of this test run. */
export async function startTokens(): Promise<Tokens> {
  const keys = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(keys.publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const common = {
    ...{ issuer: ISSUER, rolesClaim: 'roles' },
    keys: createLocalJWKSet({ keys: [{ ...jwk, kid, alg: 'ES256' }] }),
  }
  return {
    verifier: oidcVerifier({ ...common, audience: AUDIENCE }),
    fhirVerifier: oidcVerifier({ ...common, audience: [AUDIENCE, FHIR_AUDIENCE] }),
    tokenOf: (
      subject,
      {
        expiresIn = 3600,
        type = 'at+jwt',
        audience = AUDIENCE,
        emailVerified = true,
        email,
        scope,
        clientId,
        sessionId,
        signedInAt = Math.floor(Date.now() / 1000),
        issuedAt = Math.floor(Date.now() / 1000),
      } = {},
    ) =>
      new SignJWT({
        auth_time: signedInAt,
        ...(scope === undefined ? {} : { scope }),
        ...(clientId === undefined ? {} : { client_id: clientId }),
        ...(sessionId === undefined ? {} : { sid: sessionId }),
        roles: TEST_USERS[subject]?.tokenRoles ?? [],
        email: email ?? `${subject}@demo.test`.toLowerCase(),
        email_verified: emailVerified,
        given_name: 'Test',
        family_name: subject,
      })
        .setProtectedHeader({ alg: 'ES256', kid, typ: type })
        .setSubject(subject)
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
        .sign(keys.privateKey),
  }
}
