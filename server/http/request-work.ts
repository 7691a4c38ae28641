import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError, problemOf } from '#contract/errors.ts'
import { networkOf } from '#domain/network/network-of.ts'
import { asWork, type Claimant, GivenUp, type Work } from '../database/connection/work.ts'
import type { RequestAuth } from './access.ts'
import { inTime } from './in-time.ts'

/** What a request does in the database, bounded; see database/work.ts. */
export interface RequestWork {
  /** From now on it counts for this caller, and for the institution that the request names, where it names one. */
  countFor(auth: Pick<RequestAuth, 'claims' | 'authority'>, institution?: string): void
  /**
   * Runs a part of it. What is not done within `ms` is answered with `unavailable`, and stopped in the database together
   * with all else that the request still does.
   */
  run<T>(task: () => Promise<T>, ms: number): Promise<T>
}

/**
 * The work of a request whose statements may take `statementMs` each. What reads only is given up once its caller is gone;
 * what changes something is done all the same, and its caller sees it when they come back.
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
      // Who works at several takes of no one's share where none is named.
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
