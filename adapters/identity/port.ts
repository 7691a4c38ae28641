/** What an access token says of its bearer (specification §7, Identity provider). */
export interface Claims {
  sub: string
  email: string | null
  emailVerified: boolean
  /** From the configured claim key. */
  roles: readonly string[]
  /** Seconds since 1970. */
  exp: number
}

/**
 * Checks a bearer token: signature, issuer, audience, expiry and type (`at+jwt`, RFC 9068). Offline: the
 * provider is asked only for its keys, and only when an unknown key appears.
 */
export interface TokenVerifier {
  /** Throws `InvalidToken` for anything but a valid access token for us. */
  verify(token: string): Promise<Claims>
}

export class InvalidToken extends Error {
  override name = 'InvalidToken'
}
