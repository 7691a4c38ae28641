/**
 * The fast lane: what makes lists and orders fast between the server and PostgreSQL. Only the connections
 * (`server/database/connection`) use it. A feature reads and writes through `reading` and `withScope` (`server/database/scope.ts`) and needs to know
 * nothing of it, except that statements started together (`Promise.all`) share a round trip and run in the order in which they were started.
 *
 * - `transaction.ts`: `begin`, settings, the actor's version and the first statements share a round trip, and so do all
 *   statements that are not awaited one by one. Without it, each statement is a round trip, and a whole order takes 1.3 times as long.
 * - `reading.ts`: a list is one round trip with two statements, and no transaction of its own.
 * - `pipelined.ts`: the driver's query, for several statements that are answered together. Without it and `reading.ts`, a list takes
 *   1.2 to 1.6 times as long.
 * - `statements.ts`: frequent statements are prepared. Without it, submitting takes 1.4 times as long, and a list 4 times the CPU in the
 *   database. Searches and pages are planned for their values; with a prepared plan, a broad search takes 10 times as long. `CACHED_PLAN`
 *   forces it for the first page of a list, which doubles the lists a second.
 *
 * Decision 64 has all figures, and what was not worth keeping.
 */
export { type Reads, readsOn, readsThrough } from './reading.ts'
export { CACHED_PLAN, isPlanOutdated, PreparingClient } from './statements.ts'
export { type InTransaction, transactionsOn, type VersionCheck } from './transaction.ts'
