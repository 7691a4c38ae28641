import { type Claims, ProviderAway, type TokenVerifier } from './port.ts'

/** Some minutes' of a large laboratory's users; the oldest are forgotten first. */
const MOST_CACHED = 20_000
/** As long as a provider's keys are kept (jose): a token of one that the provider has given up is taken no longer. */
const VERIFIED_FOR_MS = 600_000

/**
 * Verifies a token once in ten minutes, and takes it meanwhile, unless it expires: its signature costs more than most of a
 * request. What may end earlier is asked around this one, every time. A token that was refused is verified again.
 */
export function cachingVerifier(verifier: TokenVerifier, now: () => number = Date.now): TokenVerifier {
  const verified = new Map<string, { claims: Claims; until: number }>()
  return {
    async verify(token) {
      const known = verified.get(token)
      if (known && known.until > now()) return known.claims
      verified.delete(token)
      const claims = await verifier.verify(token).catch((error: unknown) => {
        if (!(known && known.claims.exp * 1000 > now() && error instanceof ProviderAway)) throw error
        // Nobody can say that it is none any more.
        return known.claims
      })
      for (const oldest of verified.keys()) {
        if (verified.size < MOST_CACHED) break
        verified.delete(oldest)
      }
      verified.set(token, { claims, until: Math.min(claims.exp * 1000, now() + VERIFIED_FOR_MS) })
      return claims
    },
  }
}
