import { sql } from 'kysely'
import type { Order } from '#contract/order.ts'
import { trackingNumberWarning } from '#domain/tracking-number/tracking-number.ts'
import { laboratoryMessage } from '../../../testing/laboratory.ts'
import type { TestPortal } from '../../../testing/portal.ts'
import { PARENT } from '../../../testing/world.ts'

/** All of one width, because results from two messages of the same instant are ordered by message name. */
let control = 10_000

/** Sends a laboratory message about an order, with its number `L-<order id>`. */
export async function say(portal: TestPortal, order: number, status: string): Promise<void> {
  const options = { order, number: `L-${order}`, status }
  await portal.receive(laboratoryMessage(`S${++control}`, options))
}

/** An order and its first sample, which is at the laboratory unless `inTransit`. */
export async function sampleOf(portal: TestPortal, submitted: Order, { inTransit = false } = {}) {
  if (!inTransit) await say(portal, submitted.id, 'O')
  const [sample] = submitted.samples
  if (!sample) throw new Error('a submitted order has a sample')
  return { order: submitted, id: sample.id, h: submitted.hospitalCode ?? PARENT }
}

let numbers = 10_000_000_000

/** A valid FedEx tracking number, different each time. */
function freshNumber(): string {
  const digits = String(++numbers)
  const found = [...'0123456789']
    .map((check) => `${digits}${check}`)
    .find((number) => trackingNumberWarning('Fedex', number) === null)
  if (found === undefined) throw new Error('one of the ten check digits is right')
  return found
}

/** The request fields for a FedEx parcel. */
export const withFedex = (shipTrackingNoToBG = freshNumber()) => ({
  shipCarrierToBG: 'Fedex' as const,
  shipTrackingNoToBG,
})

/**
 * All samples of an order in one parcel, which arrived that many days ago: the laboratory has accessioned every
 * sample but the last. Returns the last one.
 */
export async function arrivedWithoutLast(
  portal: TestPortal,
  { id: order, samples, hospitalCode }: Order,
  days: number,
) {
  const body = { sampleIds: samples.map(({ id }) => id), sameParcel: false, ...withFedex() }
  await portal.as('OrderCreator@P1').samples.ship({ params: { h: hospitalCode }, body })
  const received = new Date(Date.now() - days * 86_400_000).toISOString().replace(/[-:T]|\..*/g, '')
  const specimens = samples.slice(0, -1).map(({ key }) => ({ number: `${order}-${key}`, received }))
  await portal.receive(
    laboratoryMessage(`S${++control}`, { order, number: `L-${order}`, status: 'O', specimens }),
  )
  const last = samples.at(-1)
  if (!last) throw new Error('a submitted order has a sample')
  return { id: last.id, body }
}

/** An order's rejected sample, and the one created to be recollected. */
export async function rejected(portal: TestPortal, submitted: Order) {
  const { order, id, h } = await sampleOf(portal, submitted, { inTransit: true })
  const { db } = portal.worker
  const [sample] = await db
    .updateTable('sample')
    .set({ rejected_at: sql`now()`, reject_code: 'RB', reject_words: 'The tube was broken.' })
    .where('id', '=', id)
    .returningAll()
    .execute()
  if (!sample) throw new Error('the sample is there')
  const { order_id, institution_code, patient_name, relationship, specimen_type } = sample
  const again = await db
    .insertInto('sample')
    .values({
      ...{ order_id, institution_code, patient_name, relationship, specimen_type, date_of_collection: '' },
      ...{ sample_key: `${sample.sample_key}-r1`, recollection_of: id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { order, h, id, again: again.id }
}
