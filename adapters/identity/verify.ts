import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import { away, discover } from './discovery.ts'
import { type Claims, InvalidToken, ProviderAway, type TokenVerifier } from './port.ts'

export interface VerifierOptions {
  issuer: string
  /** Of several, any one. */
  audience: string | string[]
  /** Key of the claim that lists the roles; a plain key, not a path. */
  rolesClaim: string
  /** The provider's keys where they are already here (the embedded provider). */
  keys?: JWTVerifyGetKey
  /** Where the keys are, for a provider without a discovery document. */
  jwksUri?: string
  clockToleranceSeconds?: number
  /** `typ: at+jwt` (RFC 9068). Off for providers that don't mark their access tokens. Default true. */
  requireAccessTokenType?: boolean
  /** How the user must have been authenticated (RFC 8176, such as `mfa`): one of these must be in `amr`. */
  requireAmr?: readonly string[]
  /** How well (OpenID Connect Core 2): `acr` must be one of these. */
  requireAcr?: readonly string[]
}

const asymmetric = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Verifies access tokens of one OpenID Connect provider: given keys, or those its discovery names. */
export function oidcVerifier(options: VerifierOptions): TokenVerifier {
  const keys = orAway(
    options.keys ?? (options.jwksUri ? remoteKeys(options.jwksUri) : discoveredKeys(options.issuer)),
  )
  const checks: JWTVerifyOptions = {
    issuer: options.issuer,
    audience: options.audience,
    algorithms: asymmetric,
    requiredClaims: ['exp', 'sub'],
    clockTolerance: options.clockToleranceSeconds ?? 0,
    ...((options.requireAccessTokenType ?? true) && { typ: 'at+jwt' }),
  }
  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, keys, checks)
        checkAuthentication(payload, options)
        return claimsOf(payload, options.rolesClaim)
      } catch (error) {
        if (error instanceof InvalidToken || error instanceof ProviderAway) throw error
        // No cause: jose's errors carry the token's content.
        throw new InvalidToken(reasonOf(error))
      }
    },
  }
}

function checkAuthentication({ amr, acr }: JWTPayload, options: VerifierOptions): void {
  const { requireAmr = [], requireAcr = [] } = options
  const methods: unknown[] = Array.isArray(amr) ? amr : [amr]
  if (requireAmr.length > 0 && !requireAmr.some((one) => methods.includes(one)))
    throw new InvalidToken('amr: check_failed')
  if (requireAcr.length > 0 && !requireAcr.some((one) => one === acr))
    throw new InvalidToken('acr: check_failed')
}

function claimsOf(payload: JWTPayload, rolesClaim: string): Claims {
  const { sub, exp, email, email_verified: verified } = payload
  if (!sub || exp === undefined) throw new InvalidToken('sub or exp is missing')
  const roles = payload[rolesClaim]
  return {
    sub,
    exp,
    email: textOf(email),
    // Some providers send the word.
    emailVerified: verified === true || verified === 'true',
    firstName: textOf(payload.given_name),
    lastName: textOf(payload.family_name),
    roles: (Array.isArray(roles) ? roles : [roles]).filter((role) => typeof role === 'string'),
    scopes: scopesOf(payload.scope ?? payload.scp),
    clientId: textOf(payload.client_id ?? payload.azp),
    sessionId: textOf(payload.sid),
  }
}

/** One text, divided by spaces (RFC 8693), or the list that some providers make of it. */
function scopesOf(claim: unknown): string[] {
  const written = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : []
  return written.filter((scope) => typeof scope === 'string' && scope !== '')
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' ? claim : null
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return `${error.claim}: ${error.reason}`
  if (error instanceof errors.JOSEError) return error.code
  return 'it cannot be read'
}

/** What jose says of a key and not of how it was got. */
const OF_THE_TOKEN = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
  errors.JWSInvalid,
]

/** Tells a token whose key there isn't from keys that can't be had. */
function orAway(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (...token) => {
    try {
      return await keys(...token)
    } catch (error) {
      if (error instanceof ProviderAway || OF_THE_TOKEN.some((kind) => error instanceof kind)) throw error
      throw away(error)
    }
  }
}

function remoteKeys(uri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(uri), { timeoutDuration: 5000 })
}

/** Asks the provider on first use where its keys are; asks again at the next token if that failed. */
function discoveredKeys(issuer: string): JWTVerifyGetKey {
  let discovery: Promise<JWTVerifyGetKey> | undefined
  return async (...token) => {
    discovery ??= discover(issuer).then(({ jwksUri }) => remoteKeys(jwksUri))
    try {
      return (await discovery)(...token)
    } catch (error) {
      discovery = undefined
      throw error
    }
  }
}
