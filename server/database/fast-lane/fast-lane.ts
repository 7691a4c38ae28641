export { type Reads, readsOn, readsThrough } from './reading.ts'
export { CACHED_PLAN, isPlanOutdated, PreparingClient } from './statements.ts'
export { type InTransaction, transactionsOn, type VersionCheck } from './transaction.ts'
