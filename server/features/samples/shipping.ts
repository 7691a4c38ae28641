import { fail } from '#contract/errors.ts'
import type { SampleRecord } from '#contract/sample.ts'
import { type Authority, withScope } from '#server/database/scope.ts'
import { readParcel, send, whyNotMoved, whyNotSent } from './parcels.ts'
import { presentSample } from './present.ts'
import { type Input, type Reply, refuseFields, type SampleDeps } from './sample-deps.ts'
import * as store from './store.ts'

/**
 * Enters a sample's parcel, or removes it, only while the sample is in transit. Arrival is reported by the
 * laboratory, so the body's `isAccessioned` is ignored.
 */
export function shipSample({ connection }: SampleDeps) {
  return (authority: Authority, { params: { h, id }, body }: Input<'put'>): Promise<SampleRecord> => {
    const { parcel, errors } = readParcel(body)
    refuseFields(errors)
    return withScope(connection, authority, async (scope) => {
      const samples = await store.lockSamples(scope, h, [id])
      const [sample = fail('not-found')] = samples
      const detail = whyNotSent(sample) ?? whyNotMoved(sample, parcel, body.seenIn)
      if (detail !== null) fail('wrong-state', { detail })
      await send(scope, h, { samples, parcel, same: body.sameParcel })
      return presentSample((await store.findSample(scope, id, h)) ?? fail('not-found'))
    })
  }
}

/** Enters one parcel for several samples: all of them, or none. */
export function shipSamples({ connection }: SampleDeps) {
  return (authority: Authority, { params: { h }, body }: Input<'ship'>): Promise<Reply<'ship'>> => {
    const { parcel, errors } = readParcel(body)
    return withScope(connection, authority, async (scope) => {
      const ids = [...new Set(body.sampleIds)]
      const samples = await store.lockSamples(scope, h, ids)
      const pointer = (id: number) => `/sampleIds/${body.sampleIds.indexOf(id)}`
      const unknown = ids
        .filter((id) => samples.every((sample) => sample.id !== id))
        .map((id) => ({
          path: pointer(id),
          rule: 'unknown',
          message: `The institution has no sample ${id}.`,
        }))
      refuseFields([...errors, ...unknown])
      if (!parcel) throw new Error('what is no parcel was refused')
      const refused = samples.flatMap((sample) => {
        const why = whyNotSent(sample) ?? whyNotMoved(sample, parcel, body.seenIn)
        const message = `${sample.specimen_type} of ${sample.patient_name}, order ${sample.order_id}: ${why}`
        return why === null ? [] : [{ path: pointer(sample.id), rule: 'state', message }]
      })
      if (refused.length > 0)
        fail('wrong-state', { detail: refused.map(({ message }) => message).join(' '), errors: refused })
      const id = await send(scope, h, { samples, parcel, same: body.sameParcel })
      if (id === null) throw new Error('what travels is in a shipment')
      const sent = await store.samplesIn(scope, id)
      return { id, ...parcel, samples: sent.map(presentSample) }
    })
  }
}
