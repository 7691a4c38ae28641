import type { Cost } from '#contract/route.ts'

/** What a request of one class may take. */
export interface CostLimits {
  /** It is answered by then, with 503 if need be. */
  withinMs: number
  /** What the database is given for one statement of it, in milliseconds: the floor, where the request itself cannot stop it. */
  statementMs: number
  /** The largest body, in bytes; of an upload, besides its file (forms.ts). */
  bodyBytes: number
  /** How many run at once in this process for one user. */
  maxConcurrentPerUser: number
  /** The same for one institution, or for one address where nobody is signed in: a whole hospital may share it. */
  maxConcurrentPerGroup: number
  /**
   * Requests a minute of one user, over all routes of the class that have no `perMinute` of their own; null: they count
   * for the limit of all requests (KARYO_RATE_LIMIT).
   */
  perMinute: number | null
}

/**
 * The figures behind `cost` of a route (docs/decisions/0045-bounded-work.md). A page of the portal asks for up to a dozen
 * things at once, which is what `light` and `search` leave room for; whoever asks for more waits, and is refused when too
 * many wait.
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
  // How long a stream stays open is its own affair (stream.ts); this is until it begins.
  stream: {
    ...{ withinMs: 15_000, statementMs: 10_000, bodyBytes: 65_536 },
    ...{ maxConcurrentPerUser: 16, maxConcurrentPerGroup: 96, perMinute: null },
  },
}
