import type { FastifyRequest } from 'fastify'
import { type Claims, InvalidToken, type TokenVerifier } from '#adapters/identity/port.ts'
import { fail, ProblemError, problemOf } from '#contract/errors.ts'
import type { Access } from '#contract/route.ts'
import { standingProblem } from '#domain/user-state/standing.ts'
import {
  type Actor,
  type Authority,
  authorize,
  authorizeSupport,
  type Presumed,
  type Self,
  themself,
} from './database/scope.ts'

export interface Caller {
  actor: Actor | null
  claims: Claims | null
  self: Self | null
  authority: Authority | null
}

export interface AccessParts {
  verifier: TokenVerifier
  actorOf(claims: Claims): Promise<Actor | null>
}

/** Who somebody was when they last asked. */
export type PresumedOf = (claims: Claims) => { actor: Actor; presumed: Presumed } | null

/** What the bearer token says, or why there is none that counts. */
export type Bearer = { claims: Claims } | { refused: ProblemError }

export const NOBODY: Caller = { actor: null, claims: null, self: null, authority: null }

/** Reads the token once for a request; whoever needs it asks `claimsOf`. */
export async function bearerOf(request: FastifyRequest, verifier: TokenVerifier): Promise<Bearer> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token)
    return { refused: new ProblemError(problemOf('not-signed-in')) }
  try {
    return { claims: await verifier.verify(token) }
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error
    return { refused: new ProblemError(problemOf('not-signed-in', { detail: error.message })) }
  }
}

function claimsOf(bearer: Bearer): Claims {
  if ('refused' in bearer) throw bearer.refused
  return bearer.claims
}

/** A member who is through all gates (domain/user-state/standing.ts). */
function mustBeIn(actor: Actor | null): Actor {
  if (!actor) fail('not-registered')
  const problem = standingProblem(actor)
  if (problem) fail(problem)
  return actor
}

/** The codes of the institution-codes header (specification §7): comma-joined, and only ever narrowing. */
export function headerCodes(request: FastifyRequest): string[] {
  const header = request.headers['institution-codes']
  return (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean)
}

/**
 * The same by who the caller was when they last asked, without asking the database; null where that is not known, or would
 * be refused. Nothing may come of it before it is proven (`reading` of database/scope.ts).
 */
export function presume(
  request: FastifyRequest,
  access: Extract<Access, { kind: 'institution' }>,
  presumedOf: PresumedOf,
): Caller | null {
  const claims = claimsOf(request.bearer)
  const known = presumedOf(claims)
  if (!known) return null
  try {
    const { actor, presumed } = known
    const authority = { ...atInstitutions(request, mustBeIn(actor), access), presumed }
    return { actor, claims, self: themself(claims, request.id), authority }
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}

function atInstitutions(
  request: FastifyRequest,
  member: Actor,
  access: Extract<Access, { kind: 'institution' }>,
) {
  const params = request.params as Record<string, string>
  const path = (access.at ?? []).map((name) => params[name] ?? '')
  return authorize(member, access, { path, header: headerCodes(request) }, request.id)
}

/** Who calls, and what the route's access lets them touch. Throws the problem that the caller is answered with. */
export async function admit(request: FastifyRequest, access: Access, parts: AccessParts): Promise<Caller> {
  if (access.kind === 'public') return NOBODY
  const claims = claimsOf(request.bearer)
  const self = themself(claims, request.id)
  const actor = await parts.actorOf(claims)
  // Kept for the audit of a refusal below.
  request.caller = { actor, claims, self, authority: null }
  if (access.kind === 'signed-in') return request.caller
  const member = mustBeIn(actor)
  const params = request.params as Record<string, string>
  switch (access.kind) {
    case 'member':
      return { actor: member, claims, self, authority: null }
    case 'own':
      if (params[access.at] !== String(member.id)) fail('not-found')
      return { actor: member, claims, self, authority: null }
    case 'support':
      return { actor: member, claims, self, authority: authorizeSupport(member, request.id) }
    case 'institution':
      return { actor: member, claims, self, authority: atInstitutions(request, member, access) }
  }
}
