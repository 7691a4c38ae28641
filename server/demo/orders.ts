import { addWorkingDays, todayAtLaboratory } from '#domain/dates/dates.ts'
import { newOrder, type OrderDocument } from '#domain/orders/document.ts'
import type { OrderState } from '#domain/orders/status.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'
import type { Provider } from './add-users.ts'
import { DAY, HOUR } from './days.ts'
import { type DemoWorld, demoDocument } from './documents.ts'
import type { Random } from './random.ts'

export interface DemoOrder {
  state: OrderState
  document: OrderDocument
  test: OrderedTestInfo
  createdAt: Date
  submittedAt: Date | null
  accessionedAt: Date | null
  /** ISO date. */
  expectedOn: string | null
  reportedAt: Date | null
}

/** Two years. */
const SPAN_DAYS = 730

/** The state of an order by its age in days: old ones are reported, a few are cancelled. */
function stateAt(ageDays: number, turnaroundDays: number, random: Random): OrderState {
  if (random.chance(0.02)) return 'cancelled'
  if (ageDays < 3 || (ageDays < 8 && random.chance(0.5))) return 'en-route'
  if (ageDays < 6) return 'accessioned'
  const due = turnaroundDays * 1.45 + 4
  if (ageDays < due) return random.chance(0.15) ? 'accessioned' : 'in-process'
  return 'reported'
}

/** A draft as users leave it: begun, with some fields still to fill in. */
function leaveUnfinished(document: OrderDocument, random: Random): OrderDocument {
  const left = structuredClone(document)
  if (random.chance(0.7)) left.indicationsForTesting = []
  if (random.chance(0.6)) left.payment = newOrder().payment
  if (random.chance(0.4)) left.samples = newOrder().samples
  if (random.chance(0.5) || left.samples.length < left.patients.length) left.consents = []
  left.consents = left.consents.map((one) => ({ ...one, reviewed: false }))
  return left
}

const NEVER = { submittedAt: null, accessionedAt: null, expectedOn: null, reportedAt: null }

/** A draft of the last days, complete or unfinished. */
export function demoDraft(
  now: Date,
  provider: Provider,
  world: DemoWorld,
  random: Random,
  { isComplete }: { isComplete: boolean },
): DemoOrder {
  const createdAt = new Date(now.getTime() - random.integer((isComplete ? 3 : 20) * 24) * HOUR - HOUR / 2)
  const { document, test } = demoDocument(createdAt, provider, world, random)
  return {
    ...{ state: 'draft', createdAt, test, ...NEVER },
    document: isComplete ? document : leaveUnfinished(document, random),
  }
}

/** One invented order; more recent ones are more frequent, as in a laboratory that grows. */
export function demoOrder(now: Date, provider: Provider, world: DemoWorld, random: Random): DemoOrder {
  if (random.chance(0.03)) return demoDraft(now, provider, world, random, { isComplete: false })
  const ageDays = Math.floor((random.integer(1000) / 1000) ** 1.3 * SPAN_DAYS)
  const createdAt = new Date(now.getTime() - ageDays * DAY - random.integer(10) * HOUR - HOUR)
  const { document, test } = demoDocument(createdAt, provider, world, random)
  const planned = stateAt(ageDays, test.turnaroundDays, random)
  const submittedAt = new Date(createdAt.getTime() + (5 + random.integer(40)) * 60_000)
  const arrived = planned !== 'en-route' && planned !== 'cancelled'
  const accessionedAt = arrived
    ? new Date(Math.min(submittedAt.getTime() + (1 + random.integer(3)) * DAY, now.getTime() - HOUR))
    : null
  const expectedOn = accessionedAt && addWorkingDays(todayAtLaboratory(accessionedAt), test.turnaroundDays)
  // Only stories have late reports, so that the alerts count few orders on any day.
  const state = expectedOn && expectedOn < todayAtLaboratory(now) ? 'reported' : planned
  const aboutThen = expectedOn ? Date.parse(expectedOn) + (random.integer(6) - 3) * DAY + 15 * HOUR : 0
  const reportedAt =
    state === 'reported' && accessionedAt
      ? new Date(Math.min(Math.max(aboutThen, accessionedAt.getTime() + DAY / 2), now.getTime() - HOUR / 2))
      : null
  return { state, document, test, createdAt, submittedAt, accessionedAt, expectedOn, reportedAt }
}
