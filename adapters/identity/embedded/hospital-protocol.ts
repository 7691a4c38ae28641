import { type CryptoKey, importJWK } from 'jose'
import * as client from 'openid-client'
import { isKeepable, keepable } from '#domain/text/keepable.ts'
import { hospitalFetch, isUnreachable, TIMEOUT_SECONDS } from './hospital-metadata.ts'
import type { Hospital } from './hospitals.ts'

/** What a hospital's provider states about a user. */
export interface HospitalUser {
  /** Identifies the user at that issuer, and nowhere else. */
  subject: string
  /** In lower case; null if it is not stated. */
  email: string | null
  emailVerified: boolean
  firstName: string
  lastName: string
  /** Whether the hospital asked for more than a password (RFC 8176, `mfa`). */
  hasSecondFactor: boolean
}

/** What the browser keeps, sealed, between leaving for the hospital and coming back. */
export interface Departure {
  /** The sign-in that it belongs to. */
  uid: string
  hospital: string
  state: string
  nonce: string
  verifier: string
  /** In milliseconds since 1970. */
  expires: number
}

/** The hospital did not sign the user in. */
export class HospitalDeclined extends Error {
  override name = 'HospitalDeclined'
}
/** The hospital's provider does not answer. */
export class HospitalAway extends Error {
  override name = 'HospitalAway'
}

const CLOCK_TOLERANCE_SECONDS = 60
const SCOPE = 'openid profile email'

/** Signing in at hospitals' providers: authorization code with PKCE, `state`, `nonce` and a signed ID token. */
export function hospitalProtocol() {
  /** By hospital, so that its keys are fetched once. */
  const configurations = new Map<string, { version: string; configuration: client.Configuration }>()

  async function configurationOf(hospital: Hospital): Promise<client.Configuration> {
    const cached = configurations.get(hospital.id)
    if (cached?.version === hospital.version) return cached.configuration
    const { metadata, clientId, proof } = hospital
    const configuration = new client.Configuration(
      metadata,
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      'secret' in proof
        ? client.ClientSecretPost(proof.secret)
        : // For the issuer (RFC 7523bis), with a key that is this hospital's alone: nobody else can use it.
          client.PrivateKeyJwt({ key: (await importJWK(proof.key)) as CryptoKey, kid: proof.key.kid ?? '' }),
    )
    configuration.timeout = TIMEOUT_SECONDS
    configuration[client.customFetch] = hospitalFetch
    // The ID token's signature, beyond what TLS already promises.
    client.enableNonRepudiationChecks(configuration)
    if (metadata.token_endpoint?.startsWith('http:')) client.allowInsecureRequests(configuration)
    configurations.set(hospital.id, { version: hospital.version, configuration })
    return configuration
  }

  return {
    /** The address at the hospital to go to, and what to remember until the user is back. */
    async leave(
      hospital: Hospital,
      { uid, callback, email, expires }: { uid: string; callback: string; email: string; expires: number },
    ): Promise<{ to: string; departure: Departure }> {
      const departure: Departure = {
        ...{ uid, hospital: hospital.id, expires },
        ...{ state: client.randomState(), nonce: client.randomNonce() },
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(await configurationOf(hospital), {
        ...{ redirect_uri: callback, scope: SCOPE, response_type: 'code' },
        ...{ state: departure.state, nonce: departure.nonce, code_challenge_method: 'S256' },
        code_challenge: await client.calculatePKCECodeChallenge(departure.verifier),
        ...(email === '' ? {} : { login_hint: email }),
      })
      return { to: url.href, departure }
    },

    /**
     * Redeems the answer. `answer` is the callback's address with its parameters. Throws `HospitalDeclined`,
     * `HospitalAway`, or another error for an answer that fails a check.
     */
    async comeBack(hospital: Hospital, answer: URL, departure: Departure): Promise<HospitalUser> {
      const configuration = await configurationOf(hospital)
      try {
        const tokens = await client.authorizationCodeGrant(configuration, answer, {
          expectedState: departure.state,
          expectedNonce: departure.nonce,
          pkceCodeVerifier: departure.verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('no ID token')
        if (!isKeepable(claims.sub)) throw new Error('sub has characters that cannot be kept')
        // Many providers state the address there only.
        const more =
          claims.email === undefined && hospital.metadata.userinfo_endpoint !== undefined
            ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : {}
        return userOf({ ...more, ...claims })
      } catch (error) {
        if (error instanceof client.AuthorizationResponseError) throw new HospitalDeclined()
        if (isUnreachable(error)) throw new HospitalAway()
        throw error
      }
    },
  }
}

export type HospitalProtocol = ReturnType<typeof hospitalProtocol>

function userOf(claims: client.IDToken): HospitalUser {
  const text = (claim: unknown) => (typeof claim === 'string' ? keepable(claim.trim()) : '')
  const amr: unknown[] = Array.isArray(claims.amr) ? claims.amr : []
  return {
    subject: claims.sub,
    email: text(claims.email).toLowerCase() || null,
    // Some providers send a string.
    emailVerified: claims.email_verified === true || String(claims.email_verified) === 'true',
    firstName: text(claims.given_name),
    lastName: text(claims.family_name),
    hasSecondFactor: amr.includes('mfa'),
  }
}
