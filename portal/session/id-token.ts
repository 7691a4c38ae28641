/** Of an ID token: whom it is made out to. */
interface TokenClaims {
  aud: string | string[]
  azp?: string
}

/**
 * Whether an ID token is made out to this client (OpenID Connect Core, 3.1.3.7, 3 to 5): the library leaves that to who
 * uses it.
 */
export function isIssuedFor({ aud, azp }: TokenClaims, clientId: string): boolean {
  const audiences = Array.isArray(aud) ? aud : [aud]
  return audiences.includes(clientId) && (azp === undefined ? audiences.length === 1 : azp === clientId)
}
