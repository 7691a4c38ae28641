import { table } from '../table.ts'

/**
 * Numbers by what they count: `measure` or `measure:cause`, as the database stores them
 * (server/database/functions/figures-of.sql). Each order counts once under each, in the month in which it
 * first happened.
 */
export type Counts = Readonly<Record<string, number>>

/** The measures that the database counts. */
const MEASURES = [
  'submitted',
  'cancelled',
  'reported',
  'unopened',
  'unacknowledged',
  'hold',
  'rejected',
  'authorization',
  'result',
  'vus',
] as const

/** How late a report was: calendar days after the day that was promised. */
export const LATE_CAUSES = ['late-1', 'late-3', 'late-6', 'late-11'] as const
const REPORT_CAUSES = ['on-time', ...LATE_CAUSES, 'no-day'] as const

interface Counted {
  measure: string
  causes: readonly string[]
}

const of = (measure: string, ...causes: string[]): Counted => ({
  measure,
  causes: causes.length > 0 ? causes : [''],
})

/** The figures that are more than one measure with one cause. */
const NAMED = table<Counted>({
  reported: of('reported', ...REPORT_CAUSES),
  /** Reports with a promised day. */
  promised: of('reported', 'on-time', ...LATE_CAUSES),
  late: of('reported', ...LATE_CAUSES),
  /** Results that came as data and that a share is of: a test that failed has none. */
  resulted: of('result', 'positive', 'uncertain', 'negative', 'other', 'none'),
})

/** A cause is a word or a code of the laboratory's. */
const FIGURE = /^([a-z]+)(?::([^\n\r|]{1,60}))?$/

/** What a figure counts; null if there is no such figure. */
export function countedBy(figure: string): Counted | null {
  const named = NAMED[figure]
  if (named) return named
  const [, measure = '', cause = ''] = FIGURE.exec(figure) ?? []
  return (MEASURES as readonly string[]).includes(measure) ? of(measure, cause) : null
}

/** The number of orders that count for a figure: 'late', 'hold', 'hold:consent'. */
export function numberOf(counts: Counts, figure: string): number {
  const counted = countedBy(figure)
  if (!counted) throw new RangeError(`no such figure: ${figure}`)
  return counted.causes.reduce(
    (sum, cause) => sum + (counts[cause === '' ? counted.measure : `${counted.measure}:${cause}`] ?? 0),
    0,
  )
}

/**
 * The causes of a measure that were counted, most frequent first. A laboratory's code that can't be in an address has no figure of
 * its own; its orders count for the measure.
 */
export function causesIn(all: readonly Counts[], measure: string): string[] {
  const sums = new Map<string, number>()
  for (const counts of all)
    for (const [key, n] of Object.entries(counts)) {
      const [found, cause = ''] = splitKey(key)
      if (found === measure && cause !== '' && countedBy(key)) sums.set(cause, (sums.get(cause) ?? 0) + n)
    }
  return [...sums]
    .filter(([, n]) => n > 0)
    .toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([cause]) => cause)
}

function splitKey(key: string): [measure: string, cause: string] {
  const at = key.indexOf(':')
  return at === -1 ? [key, ''] : [key.slice(0, at), key.slice(at + 1)]
}

/** The sum of several months. */
export function summed(all: readonly Counts[]): Counts {
  const sum: Record<string, number> = Object.create(null)
  for (const counts of all) for (const [key, n] of Object.entries(counts)) sum[key] = (sum[key] ?? 0) + n
  return sum
}

/** Below this many orders a share says more about chance than about the clinic: it is given as a count only. */
const FEWEST_FOR_SHARE = 20

/** A share as its two numbers; `percent` is whole, and null for fewer than `FEWEST_FOR_SHARE`. */
export interface Share {
  n: number
  of: number
  percent: number | null
}

export function shareOf(n: number, all: number): Share {
  return { n, of: all, percent: all < FEWEST_FOR_SHARE ? null : Math.round((n / all) * 100) }
}

/** '38 of 40 (95%)'; '3 of 7' if that is too few for a share; '' if there is none. */
export function shareInWords({ n, of: all, percent }: Share): string {
  if (all === 0) return ''
  return `${n} of ${all}${percent === null ? '' : ` (${percent}%)`}`
}

/** The mean days from submission to report, to one decimal; null without a report. */
export function meanDays(counts: Counts, days: number): number | null {
  const reports = numberOf(counts, 'reported')
  return reports === 0 ? null : Math.round((days / reports) * 10) / 10
}
