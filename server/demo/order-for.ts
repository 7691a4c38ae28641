import { addWorkingDays, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrderState } from '#domain/orders/status.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'
import type { Provider } from './add-users.ts'
import { DAY, HOUR, workingDaysBefore } from './days.ts'
import { type DemoWorld, demoDocument } from './documents.ts'
import type { DemoOrder } from './orders.ts'
import type { Numbers } from './parcels.ts'
import type { Random } from './random.ts'

/** Who orders and when, and what the rest is chosen from. */
export interface Stage {
  now: Date
  provider: Provider
  world: DemoWorld
  random: Random
  numbers: Numbers
}

export type Fits = (test: OrderedTestInfo) => boolean

/** Slow enough for something to happen meanwhile, and not prenatal. */
const isSlow: Fits = ({ turnaroundDays, specimens }) => turnaroundDays >= 14 && specimens[0] === 'Blood'
/** Counted in the alerts for genomes. */
export const GENOME: Fits = (test) => test.category === 'wgs' && test.relatives === 0 && isSlow(test)
export const GENOME_TRIO: Fits = (test) => test.category === 'wgs' && test.relatives === 2 && isSlow(test)
export const TRIO: Fits = (test) => test.category === 'wes' && test.relatives === 2 && isSlow(test)
/** Of a fetus: of the mother and the father, too. */
export const PRENATAL_TRIO: Fits = (test) =>
  test.category === 'wes' && test.relatives === 2 && test.specimens.includes('Amniotic Fluid')
/** One person's, who decides on secondary findings. */
export const EXOME: Fits = (test) =>
  test.category === 'wes' &&
  test.relatives === 0 &&
  isSlow(test) &&
  test.consents.some(({ id }) => id === 'secondary-findings')
const PANEL: Fits = (test) => test.category !== 'wgs' && test.relatives === 0 && isSlow(test)

interface Plan {
  state: OrderState
  /** Default: a test of one person that is not a genome. */
  fits?: Fits
  /** When its specimens were received; it was submitted two days before. */
  arrived?: (test: OrderedTestInfo) => Date
  /** When an order that has not been received was submitted. */
  submitted?: Date
}

/** Makes one order in the state that a story needs. */
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

/** When a test's specimens must have been received for its report to be late by this many working days. */
export function lateArrival(now: Date, { turnaroundDays }: OrderedTestInfo, workingDays: number): Date {
  const expectedOn = workingDaysBefore(todayAtLaboratory(now), workingDays)
  return new Date(Date.parse(workingDaysBefore(expectedOn, turnaroundDays)) + 15 * HOUR)
}
