import type { FastifyRequest } from 'fastify'
import type { ErrorCode, Problem } from '#contract/errors.ts'
import { keepable } from '#domain/text/keepable.ts'
import type { Connection } from '../database/connection/connect.ts'
import { nameOf } from '../database/scope.ts'
import { CHARACTERS } from './characters.ts'

/** Codes of requests for something that the client has no right to. */
const AUDITED: readonly ErrorCode[] = [
  'not-signed-in',
  'not-registered',
  'email-not-verified',
  'account-waiting',
  'account-closed',
  'attestation-due',
  'terms-not-accepted',
  'forbidden',
  'not-found',
]

export type NoteRefusal = (request: FastifyRequest, problem: Problem) => Promise<void>

/**
 * Writes an audit line for each refused request: the user (as far as a valid token names one), the route, the
 * code, and the institution-codes header. Nothing of an invalid token is stored.
 */
export function refusalsInto({ db, auditLine }: Connection): NoteRefusal {
  return async (request, { code, detail, errors }) => {
    // No user types such characters: somebody is probing.
    const isTried = errors?.some(({ rule }) => rule === CHARACTERS)
    if (!isTried && !AUDITED.includes(code)) return
    const { actor, identity } = request.auth
    await auditLine(db, {
      actor: {
        subject: identity?.subject ?? '',
        name: actor ? nameOf(actor) : (identity?.name ?? 'not signed in'),
      },
      action: 'access-refused',
      entity: {
        kind: 'route',
        id: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
        institution: null,
      },
      requestId: request.id,
      detail: {
        code,
        ...(detail ? { reason: detail } : {}),
        params: Object.fromEntries(
          Object.entries(request.params ?? {}).map(([name, value]) => [name, keepable(String(value))]),
        ),
        institutionCodes: keepable(String(request.headers['institution-codes'] ?? '')).slice(0, 200),
        address: request.ip,
      },
    })
  }
}
