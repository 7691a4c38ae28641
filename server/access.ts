import type { FastifyRequest } from 'fastify'
import { type Claims, InvalidToken, type TokenVerifier } from '#adapters/identity/port.ts'
import { fail } from '#contract/errors.ts'
import type { Access } from '#contract/route.ts'
import { type Actor, type Authority, authorize } from './database/scope.ts'

export interface Caller {
  actor: Actor | null
  claims: Claims | null
  authority: Authority | null
}

export interface AccessParts {
  verifier: TokenVerifier
  actorOf(claims: Claims): Promise<Actor | null>
}

const NOBODY: Caller = { actor: null, claims: null, authority: null }

async function claimsOf(request: FastifyRequest, verifier: TokenVerifier): Promise<Claims> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) fail('not-signed-in')
  try {
    return await verifier.verify(token)
  } catch (error) {
    if (error instanceof InvalidToken) fail('not-signed-in', { detail: error.message })
    throw error
  }
}

function mustBeActive(actor: Actor | null): Actor {
  if (!actor) fail('not-registered')
  if (actor.status === 'WaitingForApproval') fail('account-waiting')
  if (actor.status !== 'Active') fail('account-closed')
  return actor
}

/** The codes of the institution-codes header (specification §7): comma-joined, and only ever narrowing. */
function headerCodes(request: FastifyRequest): string[] {
  const header = request.headers['institution-codes']
  return (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean)
}

/** Who calls, and what the route's access lets them touch. Throws the problem that the caller is answered with. */
export async function admit(request: FastifyRequest, access: Access, parts: AccessParts): Promise<Caller> {
  if (access.kind === 'public') return NOBODY
  const claims = await claimsOf(request, parts.verifier)
  const actor = await parts.actorOf(claims)
  if (access.kind === 'signed-in') return { actor, claims, authority: null }
  const active = mustBeActive(actor)
  if (access.kind === 'member') return { actor: active, claims, authority: null }
  const params = request.params as Record<string, string>
  const path = (access.at ?? []).map((name) => params[name] ?? '')
  const authority = authorize(active, access, { path, header: headerCodes(request) }, request.id)
  return { actor: active, claims, authority }
}
