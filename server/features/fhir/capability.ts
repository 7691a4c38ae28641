import type { CapabilityStatement } from 'fhir/r4.js'
import { SEARCHABLE, SEARCHABLE_TYPES } from './criteria.ts'

/** The provider's endpoints where a client signs users in and gets tokens. */
export interface IdentityEndpoints {
  issuer: string
  authorization: string
  token: string
  keys: string
}

const PARAMETERS = {
  _id: 'token',
  identifier: 'token',
  _lastUpdated: 'date',
  patient: 'reference',
  status: 'token',
} as const

/** The capability statement; public, as on every FHIR server. */
export function capabilityStatement(
  { base, version, laboratoryName }: { base: string; version: string; laboratoryName: string },
  { authorization, token }: IdentityEndpoints,
): CapabilityStatement {
  const common = ['_id', 'identifier', '_lastUpdated'] as const
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: '2026-11-21',
    kind: 'instance',
    software: { name: 'Karyo', version },
    implementation: { description: `Ordering portal of ${laboratoryName}`, url: base },
    fhirVersion: '4.0.1',
    format: ['application/fhir+json', 'json'],
    rest: [
      {
        mode: 'server',
        documentation: 'Orders and their results. The laboratory posts updates as a Bundle to the base URL.',
        security: {
          service: [
            {
              coding: [
                {
                  system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                  code: 'SMART-on-FHIR',
                },
              ],
            },
          ],
          extension: [
            {
              url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
              extension: [
                { url: 'authorize', valueUri: authorization },
                { url: 'token', valueUri: token },
              ],
            },
          ],
        },
        resource: [
          ...SEARCHABLE_TYPES.map((type) => ({
            type,
            interaction: [{ code: 'read' as const }, { code: 'search-type' as const }],
            searchParam: [...common, ...SEARCHABLE[type]].map((name) => ({ name, type: PARAMETERS[name] })),
          })),
          { type: 'Binary', interaction: [{ code: 'read' as const }] },
        ],
        interaction: [{ code: 'transaction' }, { code: 'batch' }],
      },
    ],
  }
}

/** SMART App Launch 2, `.well-known/smart-configuration`. */
export function smartConfiguration({ issuer, authorization, token, keys }: IdentityEndpoints) {
  return {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    jwks_uri: keys,
    grant_types_supported: ['authorization_code', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    scopes_supported: ['openid', 'user/*.rs', 'system/*.rs', 'system/Bundle.c'],
    capabilities: [
      'launch-standalone',
      'client-public',
      'client-confidential-symmetric',
      'permission-user',
      'permission-v2',
    ],
  }
}
