import type { familyCascadeRoutes } from '#contract/family-cascade.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { RunHeavy } from '#server/heavy/heavy-work.ts'

export interface CascadeDeps {
  connection: Connection
  now: () => Date
  laboratoryName: string
}

/** What computing a whole cascade needs besides. */
export interface CascadeViewDeps extends CascadeDeps {
  heavy: RunHeavy
}

type Routes = typeof familyCascadeRoutes
/** A route handler's input and reply. */
export type Input<Name extends keyof Routes> = RequestOf<Routes[Name]>
export type Reply<Name extends keyof Routes> = ReplyOf<Routes[Name]>
