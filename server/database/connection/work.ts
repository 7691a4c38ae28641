import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose share of the connections somebody takes; left out: it is nobody's there. */
export interface Claimant {
  /** A subject of a token. */
  user?: string
  /** The code of an institution. */
  institution?: string
  /** A network address; of IPv6 what one customer has. */
  address?: string
}

/** What one request does in the database: for whom, how long a statement of it may take, and whether anybody waits for it. */
export interface Work {
  /** May become known bit by bit: what is asked for later counts by what it is then. */
  claimant: Claimant
  /** Milliseconds. */
  statementMs: number
  /** Aborted once it is given up: what it asks for is cancelled, and nothing more is asked for. */
  signal: AbortSignal
}

/** Nobody waits for it any more: the caller is gone, or was told that it takes too long. */
export class GivenUp extends Error {
  constructor() {
    super('the request was given up')
  }
}

/** PostgreSQL's query_canceled: by a cancel request of ours, or by `statement_timeout`. */
const CANCELLED = '57014'

/** A statement that took too long, or that nobody waits for any more. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof GivenUp || (error instanceof Error && 'code' in error && error.code === CANCELLED)

interface Current {
  work: Work
  /** It has a connection, in which it asks for this. */
  hasConnection: boolean
}

const current = new AsyncLocalStorage<Current | undefined>()

/** Runs `run` as the work of a request: all that it awaits in the database is bounded so. */
export const asWork = <T>(work: Work, run: () => T): T => current.run({ work, hasConnection: false }, run)

/** Runs what is for more than the request that happens to begin it, such as what a cache keeps. */
export const outsideWork = <T>(run: () => T): T => current.run(undefined, run)

/** Runs what is done while a connection is held: whoever waited for another one there would keep this one from others. */
export function whileConnected<T>(run: () => T): T {
  const now = current.getStore()
  return now ? current.run({ ...now, hasConnection: true }, run) : run()
}

/** The work that this is part of; undefined for what is no request's. */
export const currentWork = (): Work | undefined => current.getStore()?.work

/** Whether it asks while it holds a connection. */
export const hasConnection = (): boolean => current.getStore()?.hasConnection ?? false
