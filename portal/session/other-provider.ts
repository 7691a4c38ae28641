/** The host of the identity provider where it is not the portal's own, which sends mails to verify addresses; else null. */
export function otherProvider(issuer: string, portalOrigin: string): string | null {
  return issuer === `${portalOrigin}/identity` ? null : new URL(issuer).host
}
