import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError, problemOf } from '#contract/errors.ts'
import { networkOf } from '#domain/network/network-of.ts'
import { asWork, type Claimant, GivenUp, type Work } from '../database/connection/work.ts'
import type { RequestAuth } from './access.ts'
import { inTime } from './in-time.ts'

/** A request's bounded work in the database; see database/work.ts. */
export interface RequestWork {
  /** Counts the work from now on for this user, and for the institution that the request names, if any. */
  countFor(auth: Pick<RequestAuth, 'claims' | 'authority'>, institution?: string): void
  /**
   * Runs a part of the work. If it is not done within `ms`, the reply is `unavailable`, and everything that
   * the request is still doing in the database is stopped.
   */
  run<T>(task: () => Promise<T>, ms: number): Promise<T>
}

/**
 * The work of a request whose statements may take `statementMs` each. A read is abandoned once its client has
 * disconnected; a change is carried out all the same, and the client sees it on return.
 */
export function requestWork(request: FastifyRequest, reply: FastifyReply, statementMs: number): RequestWork {
  const givenUp = new AbortController()
  const giveUp = () => givenUp.abort(new GivenUp())
  if (request.method === 'GET') reply.raw.once('close', giveUp)
  const claimant: Claimant = { address: networkOf(request.ip) }
  if ('claims' in request.bearer) claimant.user = request.bearer.claims.sub
  const work: Work = { claimant, statementMs, signal: givenUp.signal }
  return {
    countFor({ claims, authority }, named) {
      if (claims) claimant.user = claims.sub
      const [first, ...others] = authority?.institutions ?? []
      // If none is named, a user of several institutions uses no institution's share.
      const institution = named ?? (others.length === 0 ? first : undefined)
      if (institution !== undefined) claimant.institution = institution.toLowerCase()
    },
    run: (task, ms) =>
      inTime(asWork(work, task), ms, () => {
        giveUp()
        return new ProblemError(problemOf('unavailable'), { cause: new Error(`not done in ${ms} ms`) })
      }),
  }
}
