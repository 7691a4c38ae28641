import type { Claims, TokenVerifier } from './port.ts'

/** Some minutes' of a large laboratory's users; the oldest are forgotten first. */
const MOST_REMEMBERED = 20_000

/**
 * Verifies a token once, and takes it until it expires: its signature costs more than most of a request. What may end
 * earlier than a token is asked around this one, every time. A token that was refused is verified again.
 */
export function remembering(verifier: TokenVerifier, now: () => number = Date.now): TokenVerifier {
  const verified = new Map<string, Claims>()
  return {
    async verify(token) {
      const known = verified.get(token)
      if (known && known.exp * 1000 > now()) return known
      verified.delete(token)
      const claims = await verifier.verify(token)
      for (const oldest of verified.keys()) {
        if (verified.size < MOST_REMEMBERED) break
        verified.delete(oldest)
      }
      verified.set(token, claims)
      return claims
    },
  }
}
