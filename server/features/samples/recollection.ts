import { type FieldError, fail } from '#contract/errors.ts'
import type { SampleRecord } from '#contract/sample.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import { beforeRejection, specimenKey, whyNotRecollected } from '#domain/samples/sample.ts'
import { type Authority, audit, withScope } from '#server/database/scope.ts'
import { addEvent, assertAllowed, lockOrder } from '#server/features/orders/public.ts'
import { type Parcel, readParcel, send } from './parcels.ts'
import { presentSample } from './present.ts'
import { viewSample } from './reading.ts'
import { fieldErrors, type Input, refuseFields, type SampleDeps } from './sample-deps.ts'
import * as store from './store.ts'

type Body = Input<'collectedAgain'>['body']

/**
 * Records that a sample replacing a rejected one was collected, with its parcel if known; the laboratory is
 * told. A repeat, as after a lost reply, changes nothing.
 */
export function recordRecollection(deps: SampleDeps) {
  return (
    authority: Authority,
    { params: { h, id }, body }: Input<'collectedAgain'>,
  ): Promise<SampleRecord> => {
    const { parcel, errors } = readParcel(body)
    return withScope(deps.connection, authority, async (scope) => {
      const [sample = fail('not-found')] = await store.lockSamples(scope, h, [id])
      refuseFields([...dateErrors(deps, sample, body.dateOfCollection), ...errors])
      if (isSameRecollection(sample, body, parcel)) return viewSample(scope, sample)
      const order = await lockOrder(scope, { hospital: h, id: sample.order_id })
      assertAllowed('ship', order)
      const detail = whyNotRecollected(presentSample(sample))
      if (detail !== null) fail('wrong-state', { detail })
      await store.setRecollected(scope, id, body.dateOfCollection)
      const orderRef = { id: order.id, institution: h }
      const words = `${sample.specimen_type} of ${sample.patient_name}, collected ${dayInWords(body.dateOfCollection)}`
      await addEvent(scope, orderRef, 'sample-collected-again', words)
      const entity = { kind: 'sample', id, institution: h }
      await audit(scope, 'sample.collected-again', entity, { dateOfCollection: body.dateOfCollection })
      if (parcel) await send(scope, h, { samples: [sample], parcel, same: body.sameParcel })
      const specimen = order.document.samples.find(({ key }) => key === specimenKey(sample.sample_key))
      await deps.changeAtLaboratory(scope, orderRef, {
        specimen: {
          key: sample.sample_key,
          type: sample.specimen_type,
          dateOfCollection: body.dateOfCollection,
          patientKey: specimen?.patient ?? '',
          shipment: parcel,
        },
      })
      return presentSample((await store.findSample(scope, id, h)) ?? fail('not-found'))
    })
  }
}

function isSameRecollection(sample: store.StoredSample, body: Body, parcel: Parcel | null): boolean {
  return (
    sample.collected_again_at !== null &&
    sample.date_of_collection === body.dateOfCollection &&
    sample.tracking_number === (parcel?.trackingNumber ?? null)
  )
}

/** Collected by today, and not before the laboratory rejected the one it replaces. */
function dateErrors({ now }: SampleDeps, sample: store.StoredSample, day: string): FieldError[] {
  const { recollectFrom: from } = presentSample(sample)
  const path = '/dateOfCollection'
  return fieldErrors(
    day > todayAtLaboratory(now()) && { path, rule: 'future', message: 'Date cannot be in the future' },
    from !== null && day < from && { path, rule: 'before', message: beforeRejection(from) },
  )
}
