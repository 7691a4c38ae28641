import { type Claims, ProviderAway, type TokenVerifier } from './port.ts'

/** Enough for some minutes of a large laboratory's users. The oldest are forgotten first. */
const MOST_CACHED = 20_000
/** As long as jose caches a provider's keys: after that, a token signed with a retired key is refused. */
const VERIFIED_FOR_MS = 600_000

/**
 * Verifies a token once in ten minutes and accepts it from the cache until it expires: checking the signature
 * costs more than most of a request. Anything that may end a token earlier (a closed session, a block) is
 * checked outside, on every request. A refused token is not cached.
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
        // The provider cannot be reached, so nothing says that the token is no longer valid.
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
