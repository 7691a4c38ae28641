import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { DAY, HOUR } from './days.ts'
import { type DemoHold, type DemoParcel, type DemoSample, expectedOnOf } from './expected-day.ts'
import type { MadeOrder } from './made-order.ts'
import type { DemoOrder } from './orders.ts'
import { lastLateDay, lateParcel, type Numbers, parcel, parcelInTransit } from './parcels.ts'
import { questionsAbout, rejectionsOf } from './questions.ts'
import type { Random } from './random.ts'

interface SeedDeps {
  now: Date
  random: Random
  numbers: Numbers
}

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

/**
 * Adds to ordinary orders what such orders have: parcels, and for some a hold, a rejection or a correction
 * that is resolved.
 */
export function everyday(made: readonly MadeOrder[], deps: SeedDeps): MadeOrder[] {
  const open = new Map<string, DemoParcel>()
  const sorted = made.toSorted((a, b) => a.order.createdAt.getTime() - b.order.createdAt.getTime())
  return sorted.map((one) => {
    const { submittedAt, state } = one.order
    if (submittedAt === null) return one
    if (state === 'cancelled') return { ...one, samples: samplesOf(one.order, null) }
    if (state !== 'en-route') return arrivedOrder(one, deps)
    const shipment = shipmentFor(submittedAt, open.get(one.provider.institution), deps)
    if (shipment) open.set(one.provider.institution, shipment)
    return { ...one, samples: samplesOf(one.order, shipment) }
  })
}

/** All specimens of an order, received together with it. */
export function samplesOf({ document, accessionedAt }: DemoOrder, shipment: DemoParcel | null): DemoSample[] {
  return document.samples.map(({ key }) => ({ key, arrivedAt: accessionedAt, parcel: shipment }))
}

/** How an order in transit is shipped: often with the previous one, rarely late, and for some nothing is known. */
function shipmentFor(
  submittedAt: Date,
  before: DemoParcel | undefined,
  { now, random, numbers }: SeedDeps,
): DemoParcel | null {
  const carrier = random.chance(0.7) ? 'Fedex' : 'USPS'
  if (random.chance(0.12)) return null
  if (random.chance(0.05) && todayAtLaboratory(submittedAt) < lastLateDay(carrier, now))
    return lateParcel(numbers, carrier, now)
  if (before && before.enteredAt >= submittedAt && random.chance(0.5)) return before
  return parcelInTransit(numbers, carrier, { since: submittedAt, now, random })
}

function arrivedOrder(made: MadeOrder, deps: SeedDeps): MadeOrder {
  const { order } = made
  const { accessionedAt, submittedAt, reportedAt } = order
  const { random, numbers } = deps
  if (!accessionedAt || !submittedAt) return made
  const entered = after(
    submittedAt,
    Math.min(20 * HOUR, (accessionedAt.getTime() - submittedAt.getTime()) / 2),
  )
  const carrier = random.chance(0.75) ? 'Fedex' : 'USPS'
  const shipment = random.chance(0.85) ? parcel(numbers, carrier, entered, accessionedAt) : null
  const come = { ...made, samples: samplesOf(order, shipment) }
  const happens = random.integer(1000)
  if (happens < 45) return withHold(come, accessionedAt, deps)
  if (happens < 60) return rejectedOnce(come, accessionedAt, deps)
  if (happens >= 90 || !reportedAt) return come
  const revisedAt = after(reportedAt, (3 + random.integer(11)) * DAY)
  return revisedAt < after(deps.now, -10 * DAY) ? { ...come, revisedAt } : come
}

/** The laboratory asked a question before work began, and released the hold after the answer. */
function withHold(made: MadeOrder, accessionedAt: Date, { now, random }: SeedDeps): MadeOrder {
  const heldAt = after(accessionedAt, 4 * HOUR)
  const lasts = (1 + random.integer(5)) * DAY
  const hold: DemoHold = {
    ...random.one(questionsAbout(made.order)),
    heldAt,
    answeredAt: after(heldAt, lasts * 0.7),
    releasedAt: after(heldAt, lasts),
  }
  return delayOrder({ ...made, holds: [hold] }, lasts, now) ?? made
}

/** The first specimen was unusable and was recollected. */
function rejectedOnce(made: MadeOrder, accessionedAt: Date, { now, random, numbers }: SeedDeps): MadeOrder {
  const at = after(accessionedAt, 5 * HOUR)
  const takenAt = after(at, (1 + random.integer(4)) * DAY)
  const arrivedAt = after(takenAt, 2 * DAY)
  const [first, ...others] = made.samples ?? []
  if (!first) return made
  const again = { takenAt, arrivedAt, parcel: parcel(numbers, 'Fedex', after(takenAt, HOUR), arrivedAt) }
  const type = made.order.document.samples.find(({ key }) => key === first.key)?.specimenType ?? ''
  const samples = [{ ...first, rejected: { at, ...random.one(rejectionsOf(type)) }, again }, ...others]
  return delayOrder({ ...made, samples }, arrivedAt.getTime() - accessionedAt.getTime(), now) ?? made
}

/** The order with its report delayed by `ms`; undefined if that is not yet in the past. */
function delayOrder({ order, ...made }: MadeOrder, ms: number, now: Date): MadeOrder | undefined {
  const expectedOn = expectedOnOf(order, made.samples ?? [], made.holds ?? [])
  const reportedAt = order.reportedAt && after(order.reportedAt, ms)
  const over = reportedAt ?? after(order.accessionedAt ?? now, ms + DAY)
  return over < now ? { ...made, order: { ...order, expectedOn, reportedAt } } : undefined
}
