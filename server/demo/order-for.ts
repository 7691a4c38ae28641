import { addWorkingDays, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrderState } from '#domain/orders/status.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'
import type { Provider } from './add-users.ts'
import { DAY, HOUR, workingDaysBefore } from './days.ts'
import { type DemoWorld, demoDocument } from './documents.ts'
import type { DemoOrder } from './orders.ts'
import type { Numbers } from './parcels.ts'
import type { Random } from './random.ts'

/** Who orders, when, and out of what the rest is chosen. */
export interface Stage {
  now: Date
  provider: Provider
  world: DemoWorld
  random: Random
  numbers: Numbers
}

export type Fits = (test: OrderedTestInfo) => boolean

/** Long enough that something can happen meanwhile, and not of somebody unborn. */
const isSlow: Fits = ({ turnaroundDays, specimens }) => turnaroundDays >= 14 && specimens.includes('Blood')
/** Counted under the genomes' alerts. */
export const GENOME: Fits = (test) => test.category === 'wgs' && test.relatives === 0 && isSlow(test)
export const GENOME_TRIO: Fits = (test) => test.category === 'wgs' && test.relatives === 2 && isSlow(test)
export const TRIO: Fits = (test) => test.category === 'wes' && test.relatives === 2 && isSlow(test)
const PANEL: Fits = (test) => test.category !== 'wgs' && test.relatives === 0 && isSlow(test)

interface Plan {
  state: OrderState
  /** By itself, a test of one person that is no genome. */
  fits?: Fits
  /** When its specimens have come to the laboratory; it was submitted two days before. */
  arrived?: (test: OrderedTestInfo) => Date
  /** Of one that has not come: when it was submitted. */
  submitted?: Date
}

/** One order that stands where a story needs it. */
export function orderFor(
  { now, provider, world, random }: Stage,
  { state, fits = PANEL, arrived, submitted = now }: Plan,
): DemoOrder {
  const { institution } = provider
  const test = random.one((world.testsAt.get(institution) ?? []).filter(fits))
  const accessionedAt = arrived?.(test) ?? null
  const submittedAt = accessionedAt ? new Date(accessionedAt.getTime() - 2 * DAY) : submitted
  const createdAt = new Date(submittedAt.getTime() - HOUR / 2)
  const only = { ...world, testsAt: new Map([[institution, [test]]]) }
  const { document } = demoDocument(createdAt, provider, only, random)
  const expectedOn = accessionedAt && addWorkingDays(todayAtLaboratory(accessionedAt), test.turnaroundDays)
  return { state, document, test, createdAt, submittedAt, accessionedAt, expectedOn, reportedAt: null }
}

/** When the specimens of a test have come whose report is late by so many working days. */
export function lateArrival(now: Date, { turnaroundDays }: OrderedTestInfo, workingDays: number): Date {
  const expectedOn = workingDaysBefore(todayAtLaboratory(now), workingDays)
  return new Date(Date.parse(workingDaysBefore(expectedOn, turnaroundDays)) + 15 * HOUR)
}
