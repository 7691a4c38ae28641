import { type IsoDate, readIsoDate, todayAtLaboratory } from '../dates/dates.ts'
import type { OrderState } from './status.ts'

const DAY = 86_400_000

/** The number of working days (Monday to Friday) after `from` through `to`; 0 if `to` is not later. */
export function workingDaysBetween(from: IsoDate, to: IsoDate): number {
  const start = readIsoDate(from)?.getTime()
  const end = readIsoDate(to)?.getTime()
  if (start === undefined || end === undefined) throw new RangeError(`not two dates: ${from}, ${to}`)
  const days = Math.max(0, (end - start) / DAY)
  const weekday = new Date(start).getUTCDay()
  let working = Math.floor(days / 7) * 5
  for (let left = days % 7; left > 0; left -= 1) {
    const day = (weekday + left) % 7
    if (day !== 0 && day !== 6) working += 1
  }
  return working
}

/** A report compared with its expected day. Days are working days. */
export type Expectation =
  /** Nothing is expected of a draft or a cancelled order. */
  | { kind: 'none' }
  /** The turnaround starts when the specimen has arrived. */
  | { kind: 'on-arrival' }
  /** The turnaround has not started: it waits for these. */
  | { kind: 'waits'; for: readonly string[] }
  | { kind: 'due'; on: IsoDate; days: number }
  /** At least one day, also on the weekend after the expected day. */
  | { kind: 'late'; on: IsoDate; days: number }
  /** `days` is negative for an early report, 0 for one on time or without an expected day. */
  | { kind: 'reported'; on: IsoDate | null; days: number }

interface AwaitedReport {
  state: OrderState
  expectedOn: IsoDate | null
  /** An instant, as the server gives it. */
  reportedAt: string | null
  clock?: { waitsFor: readonly string[] } | undefined
  /** Left out unless it is reported and other tests have no final report yet: the day is that of the last one. */
  pendingTests?: readonly object[] | undefined
}

export function expectationOf(order: AwaitedReport, today: IsoDate): Expectation {
  const { state, expectedOn: on, reportedAt } = order
  if (state === 'draft' || state === 'cancelled') return { kind: 'none' }
  if (state === 'reported' && !(order.pendingTests && on)) {
    if (!on || !reportedAt) return { kind: 'reported', on, days: 0 }
    const day = todayAtLaboratory(new Date(reportedAt))
    return { kind: 'reported', on, days: workingDaysBetween(on, day) - workingDaysBetween(day, on) }
  }
  const waitsFor = order.clock?.waitsFor ?? []
  if (!on) return waitsFor.length > 0 ? { kind: 'waits', for: waitsFor } : { kind: 'on-arrival' }
  if (on < today) return { kind: 'late', on, days: Math.max(1, workingDaysBetween(on, today)) }
  return { kind: 'due', on, days: workingDaysBetween(today, on) }
}
