import type { IsoDate } from '../dates/dates.ts'
import { HOLD_KINDS, type HoldKind } from '../orders/hold-kinds.ts'

export const TURNAROUND_UNITS = ['hours', 'calendar-days', 'business-days'] as const
/**
 * When the time of a test starts: with the first usable specimen, with everybody's, when testing starts, or when
 * the specimen is there and neither consent nor authorization is awaited any more.
 */
export const TURNAROUND_STARTS = ['received', 'all-received', 'started', 'released'] as const
/** What a test for a family does until the relatives' specimens are there. */
export const FAMILY_POLICIES = ['wait', 'proband-first', 'duo'] as const

/** The laboratory's time for one test, as it sets it in turnaround.csv. Times of day are the laboratory's, `17:00`. */
export interface Turnaround {
  amount: number
  unit: (typeof TURNAROUND_UNITS)[number]
  start: (typeof TURNAROUND_STARTS)[number]
  /** Holds of these kinds stop the time. */
  stops: readonly HoldKind[]
  /** What arrives later than this, or on a day on which the laboratory is closed, starts at its next opening; '' for none. */
  cutOff: string
  opensAt: string
  /** The test starts at any time: there is no cut-off. */
  aroundTheClock: boolean
  /** Added, in the same unit, if a specimen is cultured. */
  cultureExtra: number
  /** As much may be added, in the same unit, if a finding has to be confirmed. */
  confirmationExtra: number
  family: (typeof FAMILY_POLICIES)[number]
}

/**
 * Whether a hold stops the time. Stops set before holds about identity had a kind of their own list them as
 * other.
 */
export function stopsTheTime(stops: Turnaround['stops'], kind: HoldKind): boolean {
  return stops.includes(kind) || (kind === 'identity' && stops.includes('other'))
}

/** The time of each test of an order, as the catalogue had it when the order was submitted. */
export interface OrderTurnaround {
  tests: readonly Turnaround[]
  /** Days on which the laboratory is closed, besides Saturdays and Sundays. */
  holidays: readonly IsoDate[]
}

/** The turnaround of a test without a row in turnaround.csv: working days from the first usable specimen. */
export function turnaroundInDays(amount: number): Turnaround {
  return {
    ...{ amount, unit: 'business-days', start: 'received', family: 'proband-first' },
    stops: [...HOLD_KINDS],
    ...{ cutOff: '', opensAt: '08:00', aroundTheClock: false, cultureExtra: 0, confirmationExtra: 0 },
  }
}
