import type { FieldError } from '#contract/errors.ts'
import type { RequestOf } from '#contract/route.ts'
import type { samplesRoutes } from '#contract/samples.ts'
import type { OrdersParts } from '#server/features/orders/reads.ts'

/** What drafts are made with, as the order form makes them. */
export type SamplesParts = Pick<OrdersParts, 'connection' | 'now' | 'excludedBilling'>

/** What a handler of a route is given. */
export type Input<Name extends keyof typeof samplesRoutes> = RequestOf<(typeof samplesRoutes)[Name]>

/** Every one of `errors` that is there. */
export function fieldErrors(...errors: (FieldError | false)[]): FieldError[] {
  return errors.filter((error) => error !== false)
}
