import type { FastifyRequest } from 'fastify'
import { type Claims, InvalidToken, type TokenVerifier } from '#adapters/identity/port.ts'
import { fail, ProblemError, problemOf } from '#contract/errors.ts'
import type { Access } from '#contract/route.ts'
import { findClosedGate } from '#domain/user-state/account-gate.ts'
import {
  type Actor,
  type Authority,
  authorize,
  authorizeSupport,
  type CachedActor,
  type Identity,
  identityOf,
} from '../database/scope.ts'

export interface RequestAuth {
  actor: Actor | null
  claims: Claims | null
  identity: Identity | null
  authority: Authority | null
}

export interface AccessDeps {
  verifier: TokenVerifier
  actorOf(claims: Claims): Promise<Actor | null>
  /** Whether the token's session has ended since the token was verified. */
  hasEnded(claims: Claims): boolean
}

/** Finds the actor as last read from the database, if cached. */
export type FindCachedActor = (claims: Claims) => { actor: Actor; cachedActor: CachedActor } | null

/** The verified claims of the bearer token, or why there are none. */
export type Bearer = { claims: Claims } | { refused: ProblemError }

export const ANONYMOUS: RequestAuth = { actor: null, claims: null, identity: null, authority: null }

/** Why a token is refused that is valid in itself. */
export const ENDED = 'the session has ended'

/** Reads a request's token once; `claimsOf` returns its claims. */
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

/**
 * Refuses a request whose session has ended while its body arrived. Not whether its token has expired meanwhile, as it may
 * during an upload on a slow line: `requestTimeout` of app.ts limits that.
 */
export function assertSignedIn({ bearer }: FastifyRequest, { hasEnded }: Pick<AccessDeps, 'hasEnded'>): void {
  if (hasEnded(claimsOf(bearer))) fail('not-signed-in', { detail: ENDED })
}

/** Returns an actor who has passed all gates (domain/user-state/account-gate.ts). */
function assertAdmitted(actor: Actor | null): Actor {
  if (!actor) fail('not-registered')
  const problem = findClosedGate(actor)
  if (problem) fail(problem)
  return actor
}

/** The codes of the institution-codes header (specification §7): comma-separated; they only ever narrow. */
export function headerCodes(request: FastifyRequest): string[] {
  const header = request.headers['institution-codes']
  return (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean)
}

/**
 * Like `admit`, but with the cached actor and without asking the database; null if none is cached or access
 * would be refused. Nothing may be done with the result before the actor is verified (`reading` of
 * database/scope.ts), except reading the request's body.
 */
export function admitCached(
  request: FastifyRequest,
  access: Extract<Access, { kind: 'institution' }>,
  findCachedActor: FindCachedActor,
): RequestAuth | null {
  const claims = claimsOf(request.bearer)
  const known = findCachedActor(claims)
  if (!known) return null
  try {
    const { actor, cachedActor } = known
    const authority = { ...atInstitutions(request, assertAdmitted(actor), access), cachedActor }
    return { actor, claims, identity: identityOf(claims, request.id), authority }
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}

function atInstitutions(
  request: FastifyRequest,
  admitted: Actor,
  access: Extract<Access, { kind: 'institution' }>,
) {
  const params = request.params as Record<string, string>
  const path = (access.at ?? []).map((name) => params[name] ?? '')
  return authorize(admitted, access, { path, header: headerCodes(request) }, request.id)
}

/** The request's actor, and what the route's access lets them touch. Throws the problem to reply with. */
export async function admit(
  request: FastifyRequest,
  access: Access,
  deps: Pick<AccessDeps, 'actorOf'>,
): Promise<RequestAuth> {
  if (access.kind === 'public') return ANONYMOUS
  const claims = claimsOf(request.bearer)
  const identity = identityOf(claims, request.id)
  const actor = await deps.actorOf(claims)
  // Kept for the audit of a refusal below.
  request.auth = { actor, claims, identity, authority: null }
  if (access.kind === 'signed-in') return request.auth
  const admitted = assertAdmitted(actor)
  const params = request.params as Record<string, string>
  switch (access.kind) {
    case 'member':
      return { actor: admitted, claims, identity, authority: null }
    case 'own':
      if (params[access.at] !== String(admitted.id)) fail('not-found')
      return { actor: admitted, claims, identity, authority: null }
    case 'support':
      return { actor: admitted, claims, identity, authority: authorizeSupport(admitted, request.id) }
    case 'institution':
      return { actor: admitted, claims, identity, authority: atInstitutions(request, admitted, access) }
  }
}
