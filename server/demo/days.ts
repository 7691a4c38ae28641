import { type IsoDate, readIsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/**
 * An instant during the laboratory's opening hours `days` (1 or more) days before today: the same at any time
 * of the same day.
 */
export function daysAgo(now: Date, days: number, hour = 15): Date {
  return new Date(Date.parse(todayAtLaboratory(now)) - days * DAY + hour * HOUR)
}

/** The working day that is `days` working days before `day`. */
export function workingDaysBefore(day: IsoDate, days: number): IsoDate {
  const date = readIsoDate(day)
  if (!date) throw new RangeError(`not a date: ${day}`)
  for (let left = days; left > 0; ) {
    date.setUTCDate(date.getUTCDate() - 1)
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) left -= 1
  }
  return date.toISOString().slice(0, 10)
}
