import type { FastifyRequest } from 'fastify'
import type { Claims, FhirClient } from '#adapters/identity/port.ts'
import { fail } from '#contract/errors.ts'
import { type Actor, type Authority, authorizeSystem, identityOf } from '#server/database/scope.ts'
import { admit, headerCodes } from '#server/http/access.ts'
import { FhirRefusal } from './refusal.ts'
import { allows, type Interaction } from './scopes.ts'

export interface AdmissionDeps {
  actorOf(claims: Claims): Promise<Actor | null>
  clients: readonly FhirClient[]
}

/** Of a token for these endpoints (http/app.ts). The portal's tokens are recognized, and have no scope. */
function claimsOf(request: FastifyRequest): Claims {
  if ('refused' in request.bearer) throw request.bearer.refused
  const { claims } = request.bearer
  // For the audit of a refusal.
  request.auth = { actor: null, claims, identity: identityOf(claims, request.id), authority: null }
  return claims
}

/** The client, if the token is the client's own and no user signed in. */
function systemOf(claims: Claims, { clients }: AdmissionDeps): FhirClient | undefined {
  const isOwn = claims.clientId !== null && claims.sub === claims.clientId
  return isOwn ? clients.find(({ id }) => id === claims.sub) : undefined
}

function missing(level: string, type: string, interaction: Interaction): FhirRefusal {
  return new FhirRefusal(403, 'forbidden', `The token has no scope ${level}/${type}.${interaction}`)
}

/**
 * What a token may read of a type: for a user what they may see in the portal, for a system the institutions
 * configured for it. Throws the refusal.
 */
export async function admitReader(
  request: FastifyRequest,
  type: string,
  interaction: 'r' | 's',
  deps: AdmissionDeps,
): Promise<Authority> {
  const claims = claimsOf(request)
  const system = systemOf(claims, deps)
  const level = system ? 'system' : 'user'
  if (!allows(claims.scopes, level, type, interaction)) throw missing(level, type, interaction)
  if (system) return authorizeSystem(system, headerCodes(request), request.id)
  const { authority } = await admit(request, { kind: 'institution', permissions: ['ViewOrder'] }, deps)
  return authority ?? fail('forbidden')
}

/** Admits only the laboratory's system, which may update orders. */
export async function admitLaboratory(request: FastifyRequest, deps: AdmissionDeps): Promise<void> {
  const claims = claimsOf(request)
  const isOwn = systemOf(claims, deps) !== undefined
  if (!isOwn || !allows(claims.scopes, 'system', 'Bundle', 'c')) throw missing('system', 'Bundle', 'c')
}
