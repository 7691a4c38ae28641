import { type FieldError, fail } from '#contract/errors.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { samplesRoutes } from '#contract/samples.ts'
import type { documentsService } from '#server/features/documents/public.ts'
import type { OrderDeps } from '#server/features/orders/public.ts'

/** The dependencies of orders, and the document service, as an order's documents are its samples', too. */
export type SampleDeps = OrderDeps & { documents: ReturnType<typeof documentsService> }

type Routes = typeof samplesRoutes
/** A route handler's input and reply. */
export type Input<Name extends keyof Routes> = RequestOf<Routes[Name]>
export type Reply<Name extends keyof Routes> = ReplyOf<Routes[Name]>

/** The errors that apply. */
export function fieldErrors(...errors: (FieldError | false)[]): FieldError[] {
  return errors.filter((error) => error !== false)
}

/** Refuses with all of `errors`; does nothing if there are none. */
export function refuseFields(errors: FieldError[]): void {
  if (errors.length > 0) fail('invalid-fields', { errors })
}
