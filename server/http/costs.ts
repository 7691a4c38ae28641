import type { Cost } from '#contract/route.ts'

/** Limits for requests of one class. */
export interface CostLimits {
  /** A reply is sent by then, with 503 if need be. */
  withinMs: number
  /**
   * The database's time limit for one statement, in milliseconds: the last resort if the request itself
   * cannot stop it.
   */
  statementMs: number
  /** The largest body, in bytes; for an upload, without its file (forms.ts). */
  bodyBytes: number
  /** How many run concurrently in this process for one user. */
  maxConcurrentPerUser: number
  /** The same for one institution, or for one address without a signed-in user: a whole hospital may share it. */
  maxConcurrentPerGroup: number
  /**
   * Requests per minute of one user, across all routes of the class without a `perMinute` of their own; null:
   * they count for the limit of all requests (KARYO_RATE_LIMIT).
   */
  perMinute: number | null
}

/**
 * The figures behind a route's `cost` (docs/decisions/0045-bounded-work.md). A page of the portal sends up to
 * a dozen requests concurrently, for which `light` and `search` leave room; further requests wait, and are
 * refused if too many wait.
 */
export const COST_LIMITS: Readonly<Record<Cost, CostLimits>> = {
  light: {
    ...{ withinMs: 15_000, statementMs: 10_000, bodyBytes: 1_048_576 },
    ...{ maxConcurrentPerUser: 16, maxConcurrentPerGroup: 96, perMinute: null },
  },
  search: {
    ...{ withinMs: 15_000, statementMs: 10_000, bodyBytes: 1_048_576 },
    ...{ maxConcurrentPerUser: 6, maxConcurrentPerGroup: 24, perMinute: null },
  },
  document: {
    ...{ withinMs: 60_000, statementMs: 15_000, bodyBytes: 65_536 },
    ...{ maxConcurrentPerUser: 4, maxConcurrentPerGroup: 16, perMinute: 240 },
  },
  export: {
    ...{ withinMs: 600_000, statementMs: 60_000, bodyBytes: 65_536 },
    ...{ maxConcurrentPerUser: 2, maxConcurrentPerGroup: 6, perMinute: 30 },
  },
  upload: {
    ...{ withinMs: 600_000, statementMs: 30_000, bodyBytes: 1_048_576 },
    ...{ maxConcurrentPerUser: 3, maxConcurrentPerGroup: 12, perMinute: 120 },
  },
  // Limits until the stream begins; how long it stays open is decided in stream.ts.
  stream: {
    ...{ withinMs: 15_000, statementMs: 10_000, bodyBytes: 65_536 },
    ...{ maxConcurrentPerUser: 16, maxConcurrentPerGroup: 96, perMinute: null },
  },
}
