import type { Kysely } from 'kysely'
import type { coverageRoutes } from '#contract/coverage.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** A connection or transaction of either role. Queries about institutions name the institution as well. */
export type Db = Kysely<Tables>

/** Queues a stored check, in the transaction of `db`, so that its payer is queried. */
export type QueueCheck = (db: Db, checkId: number) => Promise<void>

export interface CoverageDeps {
  connection: Connection
  queueCheck: QueueCheck
  /** Whether payers are queried at all; prices and contracts are known without. */
  canQueryPayers: boolean
  now(): Date
}

type Routes = typeof coverageRoutes
export type Input<Name extends keyof Routes> = RequestOf<Routes[Name]>
export type Reply<Name extends keyof Routes> = ReplyOf<Routes[Name]>
