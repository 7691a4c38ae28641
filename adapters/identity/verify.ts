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
  /** If there are several, any one matches. */
  audience: string | string[]
  /** Key of the claim that lists the roles: a plain key, not a path. */
  rolesClaim: string
  /** The provider's keys, if they are available locally (the embedded provider). */
  keys?: JWTVerifyGetKey
  /** Address of the keys, for a provider without a discovery document. */
  jwksUri?: string
  clockToleranceSeconds?: number
  /**
   * Whether to require `typ: at+jwt` (RFC 9068). Turn off for providers that don't mark their access tokens.
   * Default true.
   */
  requireAccessTokenType?: boolean
  /** Accepted authentication methods (RFC 8176, such as `mfa`): `amr` must contain one of these. */
  requireAmr?: readonly string[]
  /** Accepted assurance levels (OpenID Connect Core 2): `acr` must be one of these. */
  requireAcr?: readonly string[]
  /** Clients with tokens of their own (`sub` = `client_id`): no user signs in for these, so they carry neither. */
  systems?: readonly string[]
}

const asymmetric = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

/** Verifies access tokens of one OpenID Connect provider, with the given keys or those from its discovery. */
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
        const claims = claimsOf(payload, options.rolesClaim)
        const isOwn = claims.sub === claims.clientId && options.systems?.includes(claims.sub)
        if (!isOwn) checkAuthentication(payload, options)
        return claims
      } catch (error) {
        if (error instanceof InvalidToken || error instanceof ProviderAway) throw error
        // No cause: jose's errors contain the token's content.
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
    // Some providers send a string.
    emailVerified: verified === true || verified === 'true',
    firstName: textOf(payload.given_name),
    lastName: textOf(payload.family_name),
    roles: (Array.isArray(roles) ? roles : [roles]).filter((role) => typeof role === 'string'),
    scopes: scopesOf(payload.scope ?? payload.scp),
    clientId: textOf(payload.client_id ?? payload.azp),
    sessionId: textOf(payload.sid),
    signedInAt: typeof payload.auth_time === 'number' ? payload.auth_time : null,
    issuedAt: payload.iat ?? null,
  }
}

/** One text separated by spaces (RFC 8693), or the list that some providers send. */
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

/** jose's errors about a key itself, not about fetching it. */
const OF_THE_TOKEN = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
  errors.JWSInvalid,
]

/** Distinguishes a token with an unknown key from keys that can't be fetched. */
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

/** Discovers the address of the keys on first use; after a failure tries again at the next token. */
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
