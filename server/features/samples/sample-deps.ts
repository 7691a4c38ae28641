import { type FieldError, fail } from '#contract/errors.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import type { samplesRoutes } from '#contract/samples.ts'
import type { documentsService } from '#server/features/documents/public.ts'
import type { OrderDeps } from '#server/features/orders/public.ts'

/** Orders' own parts, and the documents of an order, which are its samples' too. */
export type SampleDeps = OrderDeps & { documents: ReturnType<typeof documentsService> }

type Routes = typeof samplesRoutes
/** What a handler of a route is given, and what it answers. */
export type Input<Name extends keyof Routes> = RequestOf<Routes[Name]>
export type Reply<Name extends keyof Routes> = ReplyOf<Routes[Name]>

/** Every one of `errors` that is there. */
export function fieldErrors(...errors: (FieldError | false)[]): FieldError[] {
  return errors.filter((error) => error !== false)
}

/** Refuses with all of `errors`, unless there is none. */
export function refuseFields(errors: FieldError[]): void {
  if (errors.length > 0) fail('invalid-fields', { errors })
}
