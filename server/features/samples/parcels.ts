import { type FieldError, fail } from '#contract/errors.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Carrier } from '#domain/lookups.ts'
import { canStartFrom, ORDER_STATE_META } from '#domain/orders/status.ts'
import { whyNotShipped } from '#domain/samples/sample.ts'
import { plainTrackingNumber, trackingNumberProblem } from '#domain/tracking-number/tracking-number.ts'
import { audit, type Scope } from '#server/database/scope.ts'
import { addEvent } from '#server/features/orders/public.ts'
import * as store from './parcels-store.ts'
import { presentSample } from './present.ts'
import { fieldErrors } from './sample-deps.ts'
import type { StoredSample } from './store.ts'

/** A parcel's label: the number without spaces. */
export interface Parcel {
  carrier: Carrier
  trackingNumber: string
}

const NUMBER = '/shipTrackingNoToBG'

/** The parcel in a request, null for none, and all its errors. */
export function readParcel(body: { shipCarrierToBG: Carrier | null; shipTrackingNoToBG: string | null }): {
  parcel: Parcel | null
  errors: FieldError[]
} {
  const carrier = body.shipCarrierToBG
  const trackingNumber = plainTrackingNumber(body.shipTrackingNoToBG ?? '')
  const wrong = trackingNumber === '' ? null : trackingNumberProblem(trackingNumber)
  const errors = fieldErrors(
    trackingNumber === '' &&
      carrier !== null && {
        path: NUMBER,
        rule: 'required',
        message: 'Enter the parcel’s tracking number.',
      },
    wrong !== null && { path: NUMBER, rule: 'tracking-number', message: wrong },
    trackingNumber !== '' &&
      carrier === null && {
        path: '/shipCarrierToBG',
        rule: 'required',
        message: 'Choose the carrier.',
      },
  )
  return { parcel: carrier && trackingNumber !== '' ? { carrier, trackingNumber } : null, errors }
}

/** Why a sample cannot be shipped in its current state; null if it can. */
export function whyNotSent(sample: StoredSample): string | null {
  if (!canStartFrom('ship', sample.state)) return `The order is ${ORDER_STATE_META[sample.state].display}.`
  return whyNotShipped(presentSample(sample))
}

/**
 * Why a sample is not moved: since the user saw it, it came into a parcel other than the requested one, or out of its
 * parcel. Null if it is where it was seen, already where it shall be, or if the request leaves out where it was seen.
 */
export function whyNotMoved(
  sample: StoredSample,
  parcel: Parcel | null,
  seenIn: readonly { sampleId: number; shipmentId: number | null }[] = [],
): string | null {
  const seen = seenIn.find(({ sampleId }) => sampleId === sample.id)
  const { shipment } = presentSample(sample)
  const current = shipment?.id ?? null
  if (!seen || seen.shipmentId === current) return null
  if ((shipment?.trackingNumber ?? null) === (parcel?.trackingNumber ?? null)) return null
  return shipment
    ? `In the meantime, ${shipment.carrier} ${shipment.trackingNumber} was entered for it.`
    : 'In the meantime, its tracking number was removed.'
}

/**
 * Moves samples of one institution, whose orders are locked, into a parcel or out of any; parcels left empty
 * are deleted. A repeat changes nothing and adds no event.
 */
export async function send(
  scope: Scope,
  institution: string,
  { samples, parcel, same }: { samples: readonly StoredSample[]; parcel: Parcel | null; same: boolean },
): Promise<number | null> {
  // One after the other within an institution; another institution that enters the same number waits for its
  // row.
  await store.shipAlone(scope, institution)
  const shipment = parcel && (await shipmentFor(scope, institution, { samples, parcel, same }))
  const moved = samples.filter(({ shipment_id }) => shipment_id !== shipment)
  await store.moveInto(
    scope,
    moved.map(({ id }) => id),
    shipment,
  )
  await store.removeEmpty(
    scope,
    moved.flatMap(({ shipment_id }) => shipment_id ?? []),
  )
  if (parcel) await addShippedEvents(scope, institution, moved, parcel)
  for (const { id } of samples)
    await audit(
      scope,
      'sample.ship',
      { kind: 'sample', id, institution },
      { carrier: parcel?.carrier ?? null, trackingNumber: parcel?.trackingNumber ?? null },
    )
  return shipment
}

/** One event for each order, however many of its samples are shipped. */
async function addShippedEvents(
  scope: Scope,
  institution: string,
  samples: readonly StoredSample[],
  parcel: Parcel,
) {
  for (const id of new Set(samples.map(({ order_id }) => order_id))) {
    const sent = samples.filter(({ order_id }) => order_id === id)
    const specimens = sent.map((one) => `${one.specimen_type} of ${one.patient_name}`).join(', ')
    const words = `${specimens}: ${parcel.carrier} ${parcel.trackingNumber}`
    await addEvent(scope, { id, institution }, 'sample-shipped', words)
  }
}

/**
 * The shipment with that number, created if there is none. A number already in use is refused with its
 * orders.
 */
async function shipmentFor(
  scope: Scope,
  institution: string,
  { samples, parcel, same }: { samples: readonly StoredSample[]; parcel: Parcel; same: boolean },
): Promise<number> {
  const made = await store.makeShipment(scope, institution, parcel)
  if (made !== undefined) return made
  const existing = await store.findShipment(scope, institution, parcel.trackingNumber)
  if (!existing) return refuseUsed('used-elsewhere', 'It was entered for another institution’s parcel.')
  const ids = new Set(samples.map(({ id }) => id))
  const others = existing.samples.filter(({ id }) => !ids.has(id))
  if (others.length > 0) {
    const used = `It was entered for ${ordersInWords(others)} on ${dayInWords(todayAtLaboratory(existing.created_at))}`
    const arrived =
      existing.arrived_at !== null || others.some(({ accessioned_at }) => accessioned_at !== null)
    if (arrived) refuseUsed('used', `${used}, and that parcel has arrived.`)
    if (!same) refuseUsed('same-parcel', `${used}.`)
  }
  if (existing.carrier !== parcel.carrier) await store.setCarrier(scope, existing.id, parcel.carrier)
  return existing.id
}

function ordersInWords(samples: readonly { order_id: number }[]): string {
  const orders = [...new Set(samples.map(({ order_id }) => order_id))]
  return orders.length > 3
    ? `order ${orders[0]} and ${orders.length - 1} others`
    : `${orders.length > 1 ? 'orders' : 'order'} ${orders.join(', ')}`
}

/** `same-parcel`: the user can confirm that it is the same parcel. */
function refuseUsed(rule: 'used' | 'used-elsewhere' | 'same-parcel', message: string): never {
  fail('tracking-number-used', { detail: message, errors: [{ path: NUMBER, rule, message }] })
}
