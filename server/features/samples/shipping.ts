import { fail } from '#contract/errors.ts'
import type { SampleFacts } from '#contract/samples.ts'
import { type Authority, audit, within } from '#server/database/scope.ts'
import { heldOrder, mustBe } from '#server/features/orders/reads.ts'
import { presentSample } from './present.ts'
import { fieldErrors, type Input, type SamplesParts } from './samples-parts.ts'
import * as store from './store.ts'

export function getSample({ connection }: SamplesParts) {
  return (authority: Authority, { params: { h, id } }: Input<'get'>): Promise<SampleFacts> =>
    within(connection, authority, async (scope) => {
      const sample = (await store.findSample(scope, id, h)) ?? fail('not-found')
      await audit(scope, 'sample.view', { kind: 'sample', id, institution: h })
      return presentSample(sample)
    })
}

/** As printed on a label, in groups or not, in either case. */
function readTrackingNumber(typed: string | null): string | null {
  return typed?.replace(/\s+/g, '').toUpperCase() || null
}

/**
 * Says how a sample travels, or that nothing is known of it any more; only while it is on its way. That it has arrived
 * the laboratory says: `isAccessioned` of the body is not believed.
 */
export function shipSample({ connection }: SamplesParts) {
  return (authority: Authority, { params: { h, id }, body }: Input<'put'>): Promise<SampleFacts> => {
    const carrier = body.shipCarrierToBG
    const trackingNumber = readTrackingNumber(body.shipTrackingNoToBG)
    const errors = fieldErrors(
      trackingNumber !== null &&
        !/^[A-Z0-9]+$/.test(trackingNumber) && {
          path: '/shipTrackingNoToBG',
          rule: 'pattern',
          message: 'A tracking number has letters and digits only.',
        },
      trackingNumber === null &&
        carrier !== null && {
          path: '/shipTrackingNoToBG',
          rule: 'required',
          message: 'Enter the tracking number of the parcel.',
        },
      trackingNumber !== null &&
        carrier === null && {
          path: '/shipCarrierToBG',
          rule: 'required',
          message: 'Choose who carries the parcel.',
        },
    )
    if (errors.length > 0) fail('invalid-fields', { errors })
    return within(connection, authority, async (scope) => {
      const sample = (await store.findSample(scope, id, h)) ?? fail('not-found')
      mustBe('ship', await heldOrder(scope, { hospital: h, id: sample.order_id }))
      await store.setShipping(scope, id, { carrier, trackingNumber })
      await audit(scope, 'sample.ship', { kind: 'sample', id, institution: h }, { carrier, trackingNumber })
      return presentSample((await store.findSample(scope, id, h)) ?? fail('not-found'))
    })
  }
}
