import {
  addWorkingDays,
  clockAtLaboratory,
  type IsoDate,
  instantAtLaboratory,
  readIsoDate,
} from '../dates/dates.ts'
import { workingDaysBetween } from '../orders/lateness.ts'

const DAY = 86_400_000

/** `days` after a day. */
export function addDays(day: IsoDate, days: number): IsoDate {
  const date = readIsoDate(day)
  if (!date) throw new RangeError(`not a date: ${day}`)
  return new Date(date.getTime() + days * DAY).toISOString().slice(0, 10)
}

/** Whether the laboratory works on a day: Monday to Friday, and no holiday. */
export function isBusinessDay(day: IsoDate, holidays: readonly IsoDate[]): boolean {
  const weekday = readIsoDate(day)?.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day)
}

/** Days on which the laboratory is closed although they are no weekend, after `from` through `to`. */
function closedDays(from: IsoDate, to: IsoDate, holidays: readonly IsoDate[]): number {
  const closed = holidays.filter((day) => day > from && day <= to && isBusinessDay(day, []))
  return new Set(closed).size
}

/**
 * `days` business days after `from`. Like the next function it counts weeks and holidays, not days: a hold with a
 * mistyped century would take seconds.
 */
export function addBusinessDays(from: IsoDate, days: number, holidays: readonly IsoDate[]): IsoDate {
  let day = from
  for (let left = days; left > 0; ) {
    const reached = addWorkingDays(day, left)
    left = closedDays(day, reached, holidays)
    day = reached
  }
  return day
}

/** The calendar days after `from` through `to`; 0 if `to` is not later. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  const days = ((readIsoDate(to)?.getTime() ?? 0) - (readIsoDate(from)?.getTime() ?? 0)) / DAY
  return Math.max(0, days)
}

/** The business days after `from` through `to`; 0 if `to` is not later. */
export function businessDaysBetween(from: IsoDate, to: IsoDate, holidays: readonly IsoDate[]): number {
  return workingDaysBetween(from, to) - closedDays(from, to, holidays)
}

interface Opening {
  cutOff: string
  opensAt: string
  aroundTheClock: boolean
}

/**
 * The instant at which the laboratory begins with what arrives at `at`: at once, or at its next opening if that is
 * after the cut-off or on a day on which it is closed.
 */
export function opening(at: Date, test: Opening, holidays: readonly IsoDate[]): Date {
  if (test.aroundTheClock || test.cutOff === '') return at
  const { day, time } = clockAtLaboratory(at)
  if (isBusinessDay(day, holidays)) {
    if (time < test.opensAt) return instantAtLaboratory(day, test.opensAt)
    if (time <= test.cutOff) return at
  }
  return instantAtLaboratory(addBusinessDays(day, 1, holidays), test.opensAt)
}
