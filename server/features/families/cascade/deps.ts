import type { familyCascadeRoutes } from '#contract/family-cascade.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { Connection } from '#server/database/connection/connect.ts'

export interface CascadeDeps {
  connection: Connection
  now: () => Date
  laboratoryName: string
}

type Routes = typeof familyCascadeRoutes
/** A route handler's input and reply. */
export type Input<Name extends keyof Routes> = RequestOf<Routes[Name]>
export type Reply<Name extends keyof Routes> = ReplyOf<Routes[Name]>
