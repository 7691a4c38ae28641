import type { IsoDate } from '../dates/dates.ts'
import type { OrderedSpecimen } from '../orders/report-clock.ts'
import type { Clock } from './clock.ts'
import type { OrderTurnaround, Turnaround } from './turnaround.ts'
import { waitInWords } from './words.ts'

/** What is kept with an order of the time of its tests. */
export interface StoredClock {
  /** What it waits for, in words: 'the father’s sample'. Empty once it has started, and while nothing has arrived. */
  waitsFor: string[]
  /** ISO instant, for a test in hours. */
  dueAt: string | null
  /** The day with the relatives' specimens, if it is later. */
  familyOn: IsoDate | null
  /** The laboratory gave the day itself: nothing moves it but the laboratory. */
  isPromised: boolean
  /** How an open hold moves the day. */
  moves: Pick<Turnaround, 'unit' | 'stops'> & { holidays: readonly IsoDate[] }
}

interface Known {
  turnaround: OrderTurnaround | null
  clock: Clock | null
  isPromised: boolean
  /** Something of the order has arrived. */
  hasArrived: boolean
  /** Whose a specimen is: 'the father'. */
  ownerOf: (key: string) => string
}

/** Null for an order of which only the day is known, as ever. */
export function storedClock({
  turnaround,
  clock,
  isPromised,
  hasArrived,
  ownerOf,
}: Known): StoredClock | null {
  const [first, ...others] = turnaround?.tests ?? []
  if (!clock && !isPromised) return null
  // Of several tests, the one in the coarsest unit is the last to be ready.
  const slowest = others.reduce(
    (one, other) => (one && COARSENESS[other.unit] > COARSENESS[one.unit] ? other : one),
    first,
  )
  const waits = clock && hasArrived && !isPromised ? clock.waitsFor : []
  return {
    waitsFor: [...new Set(waits.map((wait) => waitInWords(wait, ownerOf)))],
    dueAt: isPromised ? null : (clock?.dueAt?.toISOString() ?? null),
    familyOn: isPromised ? null : (clock?.familyOn ?? null),
    isPromised,
    moves: {
      unit: slowest?.unit ?? 'business-days',
      stops: isPromised ? [] : [...(slowest?.stops ?? [])],
      holidays: [...(turnaround?.holidays ?? [])],
    },
  }
}

const COARSENESS = { hours: 0, 'calendar-days': 1, 'business-days': 2 } as const

/** The order's specimens as its time sees them. */
export function orderedSpecimens(document: {
  patients: readonly { key: string }[]
  samples: readonly { key: string; patient: string; additionalCulture: string }[]
}): OrderedSpecimen[] {
  const known = new Set(document.patients.slice(1).map(({ key }) => key))
  return document.samples.map(({ key, patient, additionalCulture }) => ({
    ...{ key, isProbands: !known.has(patient), isCultured: additionalCulture === 'Yes' },
  }))
}
