import type { reanalysisRoutes } from '#contract/reanalysis.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { OrderDeps } from '#server/features/orders/public.ts'

export type ReanalysisDeps = Pick<
  OrderDeps,
  'connection' | 'now' | 'excludedBilling' | 'takesOrders' | 'vaHospitals' | 'takesKits'
>

type Routes = typeof reanalysisRoutes
/** A route handler's input and reply. */
export type Input<Name extends keyof Routes> = RequestOf<Routes[Name]>
export type Reply<Name extends keyof Routes> = ReplyOf<Routes[Name]>
