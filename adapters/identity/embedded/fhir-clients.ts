import type { ClientMetadata } from 'oidc-provider'
import type { FhirAccess, FhirClient } from '../port.ts'

/** A configured client in oidc-provider's terms: acting for users who sign in, for itself, or both. */
export function clientMetadata(client: FhirClient): ClientMetadata {
  const { id, name, secret, redirectUris, scopes } = client
  const isSystem = secret !== null && scopes.some((scope) => scope.startsWith('system/'))
  return {
    client_id: id,
    client_name: name,
    ...(secret === null
      ? { token_endpoint_auth_method: 'none' as const }
      : { client_secret: secret, token_endpoint_auth_method: 'client_secret_basic' as const }),
    grant_types: [
      ...(redirectUris.length > 0 ? ['authorization_code'] : []),
      ...(isSystem ? ['client_credentials'] : []),
    ],
    response_types: redirectUris.length > 0 ? ['code'] : [],
    redirect_uris: [...redirectUris],
  }
}

export function fhirClient(fhir: FhirAccess | null, id: string | undefined): FhirClient | undefined {
  return fhir?.clients.find((client) => client.id === id)
}

/** The scopes a client may request: user scopes if a user signs in, its own otherwise. */
export function scopesFor(client: FhirClient, signedIn: boolean): string {
  return client.scopes.filter((scope) => scope.startsWith('system/') !== signedIn).join(' ')
}
