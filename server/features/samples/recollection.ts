import { type FieldError, fail } from '#contract/errors.ts'
import type { SampleFacts } from '#contract/sample.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import { beforeRejection, specimenKey, whyNotTakenAgain } from '#domain/samples/sample.ts'
import { type Authority, audit, within } from '#server/database/scope.ts'
import { addEvent, heldOrder, mustBe } from '#server/features/orders/reads.ts'
import { type Parcel, readParcel, send } from './parcels.ts'
import { presentSample } from './present.ts'
import { fieldErrors, type Input, refuseFields, type SamplesParts } from './samples-parts.ts'
import * as store from './store.ts'

type Body = Input<'collectedAgain'>['body']

/**
 * Says that a sample was taken again in the place of a rejected one, and how it travels if that is known already; the
 * laboratory is told. The same again, as a lost answer is asked for again, changes nothing.
 */
export function takeAgain(parts: SamplesParts) {
  return (
    authority: Authority,
    { params: { h, id }, body }: Input<'collectedAgain'>,
  ): Promise<SampleFacts> => {
    const { parcel, errors } = readParcel(body)
    return within(parts.connection, authority, async (scope) => {
      const [sample = fail('not-found')] = await store.holdSamples(scope, h, [id])
      refuseFields([...dateErrors(parts, sample, body.dateOfCollection), ...errors])
      if (saidBefore(sample, body, parcel)) return presentSample(sample)
      const order = await heldOrder(scope, { hospital: h, id: sample.order_id })
      mustBe('ship', order)
      const detail = whyNotTakenAgain(presentSample(sample))
      if (detail !== null) fail('wrong-state', { detail })
      await store.setTakenAgain(scope, id, body.dateOfCollection)
      const place = { id: order.id, institution: h }
      const words = `${sample.specimen_type} of ${sample.patient_name}, on ${dayInWords(body.dateOfCollection)}`
      await addEvent(scope, place, 'sample-collected-again', words)
      const entity = { kind: 'sample', id, institution: h }
      await audit(scope, 'sample.collected-again', entity, { dateOfCollection: body.dateOfCollection })
      if (parcel) await send(scope, h, { samples: [sample], parcel, same: body.sameParcel })
      const taken = order.document.samples.find(({ key }) => key === specimenKey(sample.sample_key))
      await parts.changeAtLaboratory(scope, place, {
        specimen: {
          key: sample.sample_key,
          type: sample.specimen_type,
          dateOfCollection: body.dateOfCollection,
          patientKey: taken?.patient ?? '',
          shipment: parcel,
        },
      })
      return presentSample((await store.findSample(scope, id, h)) ?? fail('not-found'))
    })
  }
}

function saidBefore(sample: store.StoredSample, body: Body, parcel: Parcel | null): boolean {
  return (
    sample.collected_again_at !== null &&
    sample.date_of_collection === body.dateOfCollection &&
    sample.tracking_number === (parcel?.trackingNumber ?? null)
  )
}

/** It was collected by now, and not before the laboratory had rejected the one that it replaces. */
function dateErrors({ now }: SamplesParts, sample: store.StoredSample, day: string): FieldError[] {
  const { recollectFrom: from } = presentSample(sample)
  const path = '/dateOfCollection'
  return fieldErrors(
    day > todayAtLaboratory(now()) && { path, rule: 'future', message: 'Date cannot be in the future' },
    from !== null && day < from && { path, rule: 'before', message: beforeRejection(from) },
  )
}
