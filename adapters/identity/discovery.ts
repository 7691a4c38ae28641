import { ProviderAway } from './port.ts'

/** A provider's metadata (OpenID Connect Discovery); '' for an endpoint that it does not have. */
export interface Discovered {
  jwksUri: string
  authorization: string
  token: string
}

export function away(error: unknown): ProviderAway {
  const why = error instanceof Error ? error.message : String(error)
  return new ProviderAway(`The identity provider cannot be reached: ${why}`, { cause: error })
}

/** Fetches the provider's metadata. Throws `ProviderAway` if it is unreachable or names another issuer. */
export const discover = (issuer: string): Promise<Discovered> =>
  ask(issuer).catch((error: unknown) => {
    throw away(error)
  })

async function ask(issuer: string): Promise<Discovered> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const reply = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(5000) })
  const document: unknown = await reply.json()
  if (typeof document !== 'object' || document === null) throw new Error('not a discovery document')
  if (!('issuer' in document) || document.issuer !== issuer) throw new Error('another issuer')
  if (!('jwks_uri' in document) || typeof document.jwks_uri !== 'string') throw new Error('no jwks_uri')
  const { authorization_endpoint: authorization, token_endpoint: token } = document as Record<string, unknown>
  return {
    jwksUri: document.jwks_uri,
    authorization: String(authorization ?? ''),
    token: String(token ?? ''),
  }
}

/** The embedded provider's addresses, as in its own discovery document. */
export const embeddedEndpoints = (issuer: string) => ({
  authorization: `${issuer}/auth`,
  token: `${issuer}/token`,
  endSession: `${issuer}/session/end`,
})

/**
 * The endpoints at which clients sign users in and get tokens. The embedded provider runs in this process, so
 * it is not asked over HTTP.
 */
export async function identityEndpoints(issuer: string, embedded: boolean) {
  if (!embedded) {
    const { jwksUri: keys, ...others } = await discover(issuer)
    return { issuer, keys, ...others }
  }
  const { authorization, token } = embeddedEndpoints(issuer)
  return { issuer, keys: `${issuer}/jwks`, authorization, token }
}
