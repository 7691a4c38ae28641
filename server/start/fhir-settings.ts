import { z } from 'zod'
import type { FhirClient } from '#adapters/identity/port.ts'
import { SEARCHABLE_TYPES } from '../features/fhir/criteria.ts'
import { isScope, narrowings } from '../features/fhir/scopes.ts'

const client = z
  .strictObject({
    id: z.string().regex(/^[\w.-]{1,60}$/, 'an id may contain only letters, digits, _ . and -'),
    name: z.string().min(1).optional(),
    secret: z.string().min(16, 'a secret must have at least 16 characters').optional(),
    scopes: z.array(z.string().refine(isScope, 'such as user/Patient.rs or system/Bundle.c')).min(1),
    institutions: z.array(z.string().min(1)).default([]),
    redirectUris: z.array(z.url()).default([]),
  })
  .transform(
    ({ id, name = id, secret = null, scopes, ...one }): FhirClient => ({
      ...{ id, name, secret, ...one },
      scopes: scopes.flatMap((scope) => narrowings(scope, [...SEARCHABLE_TYPES, 'Binary', 'Bundle'])),
    }),
  )

/**
 * `[{"id": "ehr", "secret": "…", "scopes": ["system/*.rs"], "institutions": ["1001"], "redirectUris": []}]`.
 * Secrets are for the embedded provider; with another provider the clients are created there, and listed here
 * for their institutions.
 */
export const fhirClients = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON, a list of clients' })
      return z.NEVER
    }
  })
  .pipe(z.array(client))
  .refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    'each client must have an id of its own',
  )
  .refine(
    (all) => all.every(({ id }) => id !== 'portal' && id !== 'account'),
    'portal and account are the portal’s own clients',
  )

interface FhirSettings {
  KARYO_LAB_HOST?: string | undefined
  KARYO_LAB_FHIR_URL?: string | undefined
  KARYO_LAB_FHIR_TOKEN?: string | undefined
  KARYO_LAB_FHIR_TOKEN_URL?: string | undefined
  KARYO_LAB_FHIR_CLIENT_ID?: string | undefined
  KARYO_LAB_FHIR_CLIENT_SECRET?: string | undefined
  KARYO_LAB_FHIR_SCOPE?: string
  KARYO_FHIR_CLIENTS: readonly FhirClient[]
  OIDC_ISSUER?: string | undefined
}

/** Conflicts between the FHIR settings. */
export function fhirConflicts(read: FhirSettings, production: boolean): string[] {
  const credentials = [
    read.KARYO_LAB_FHIR_TOKEN_URL,
    read.KARYO_LAB_FHIR_CLIENT_ID,
    read.KARYO_LAB_FHIR_CLIENT_SECRET,
  ].filter((one) => one !== undefined)
  const { KARYO_LAB_FHIR_URL: url } = read
  const isPlain = [url, read.KARYO_LAB_FHIR_TOKEN_URL].some((one) => one?.startsWith('http:'))
  return [
    url && read.KARYO_LAB_HOST ? 'KARYO_LAB_FHIR_URL and KARYO_LAB_HOST: set only one of them' : '',
    !url && (credentials.length > 0 || read.KARYO_LAB_FHIR_TOKEN)
      ? 'KARYO_LAB_FHIR_TOKEN and KARYO_LAB_FHIR_CLIENT_ID: need KARYO_LAB_FHIR_URL'
      : '',
    credentials.length === 0 || credentials.length === 3
      ? ''
      : 'KARYO_LAB_FHIR_TOKEN_URL, KARYO_LAB_FHIR_CLIENT_ID and KARYO_LAB_FHIR_CLIENT_SECRET: set all or none',
    credentials.length > 0 && read.KARYO_LAB_FHIR_TOKEN
      ? 'KARYO_LAB_FHIR_TOKEN: cannot be combined with KARYO_LAB_FHIR_TOKEN_URL'
      : '',
    production && isPlain ? 'KARYO_LAB_FHIR_URL: must be https in production' : '',
    ...read.KARYO_FHIR_CLIENTS.filter(
      ({ secret, redirectUris }) => !read.OIDC_ISSUER && secret === null && redirectUris.length === 0,
    ).map(({ id }) => `KARYO_FHIR_CLIENTS: ${id} needs a secret or a redirect URI`),
  ]
}

/** The laboratory's FHIR server, or null if orders are not sent to one. */
export function fhirServerOf(read: FhirSettings, timeoutMs: number) {
  const { KARYO_LAB_FHIR_URL: url, KARYO_LAB_FHIR_TOKEN: token, KARYO_LAB_FHIR_TOKEN_URL: tokenUrl } = read
  if (!url) return null
  const credentials = {
    tokenUrl: tokenUrl ?? '',
    clientId: read.KARYO_LAB_FHIR_CLIENT_ID ?? '',
    clientSecret: read.KARYO_LAB_FHIR_CLIENT_SECRET ?? '',
    scope: read.KARYO_LAB_FHIR_SCOPE ?? '',
  }
  return { url, timeoutMs, access: tokenUrl ? credentials : token ? { token } : null }
}
