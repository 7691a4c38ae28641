import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import { ADVICE_SERVICES, type AdviceSettings } from '#domain/ehr/advice-settings.ts'
import { table } from '#domain/table.ts'
import { isKeepable } from '#domain/text/keepable.ts'
import { AdviceRefused, type AdviceRequest, type AdviceRequests, type AdviceTokenFault } from '../port.ts'
import { fetchJson } from '../smart/fetch-json.ts'
import { readAdviceRequest } from './read-request.ts'

/** How old a token may be, and how long it may live: the hospital makes one for each request. */
const LIFE_SECONDS = 300
/** Clocks differ. */
const TOLERANCE_SECONDS = 30
const LONGEST_ID = 200

/** Keys of a hospital, fetched again at most every half a minute for a key that is not among them. */
function keysAt(jku: string) {
  return createRemoteJWKSet(new URL(jku), {
    [customFetch]: async (url) =>
      Response.json(await fetchJson(url, { headers: { accept: 'application/json' } })),
  })
}

const refuse = (fault: AdviceTokenFault): never => {
  throw new AdviceRefused(401, fault)
}

function decoded(token: string) {
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) }
  } catch {
    return refuse('unreadable')
  }
}

/** What a claim may be before anything is verified: so no key is fetched for what is refused in any case. */
function checkUnverified({ header, claims }: ReturnType<typeof decoded>, settings: AdviceSettings): void {
  if (header.alg !== 'ES384' && header.alg !== 'RS384') refuse('alg')
  // Compared only: an address in a token is never asked.
  if (header.jku !== undefined && header.jku !== settings.jku) refuse('jku')
  if (typeof header.kid !== 'string' || header.kid === '') refuse('kid')
  if (claims.iss !== settings.iss) refuse('iss')
  if (settings.tenant !== '' && claims.tenant !== settings.tenant) refuse('tenant')
}

function checkTimes({ iat, exp }: JWTPayload): void {
  const now = Date.now() / 1000
  if (typeof iat !== 'number' || typeof exp !== 'number') throw new AdviceRefused(401, 'missing')
  if (iat < now - LIFE_SECONDS) refuse('old')
  if (iat > now + TOLERANCE_SECONDS) refuse('early')
  if (exp - iat > LIFE_SECONDS) refuse('long')
}

const FAULTS = table<AdviceTokenFault>({
  [errors.JWTExpired.code]: 'expired',
  [errors.JWKSNoMatchingKey.code]: 'key',
  [errors.JWSSignatureVerificationFailed.code]: 'signature',
})

function faultOf(error: unknown): AdviceTokenFault {
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim === 'nbf' ? 'early' : 'missing'
  const code = error instanceof errors.JOSEError ? error.code : ''
  // Keys that cannot be fetched or read are no keys.
  return FAULTS[code] ?? (error instanceof errors.JOSEError ? 'unreadable' : 'key')
}

/** Whether `aud` names what was called, and nothing else: another service could use a token for both. */
function isFor(aud: unknown, addresses: readonly string[]): boolean {
  const [only, ...others] = Array.isArray(aud) ? (aud as unknown[]) : [aud]
  return others.length === 0 && typeof only === 'string' && addresses.includes(only)
}

/** Requests of CDS Hooks 2.0: whose they are, and what they ask about. */
export function adviceRequests(): AdviceRequests {
  const known = new Map<string, ReturnType<typeof keysAt>>()
  function keysOf(jku: string) {
    const keys = known.get(jku) ?? keysAt(jku)
    known.set(jku, keys)
    return keys
  }
  return {
    async verify(settings, token, addresses) {
      const read = decoded(token)
      checkUnverified(read, settings)
      let claims: JWTPayload
      try {
        const verified = await jwtVerify(token, keysOf(settings.jku), {
          algorithms: ['ES384', 'RS384'],
          clockTolerance: TOLERANCE_SECONDS,
        })
        claims = verified.payload
      } catch (error) {
        return refuse(faultOf(error))
      }
      const { jti, exp = 0, aud } = claims
      checkTimes(claims)
      if (!isFor(aud, addresses)) refuse('aud')
      if (typeof jti !== 'string' || jti === '' || jti.length > LONGEST_ID || !isKeepable(jti))
        return refuse('missing')
      return { jti, expires: new Date((exp + TOLERANCE_SECONDS) * 1000) }
    },

    read(settings, service, body): Promise<AdviceRequest> {
      const hook = ADVICE_SERVICES.find(({ id }) => id === service)?.hook ?? ''
      return readAdviceRequest(settings, hook, body)
    },
  }
}
