import { expect } from 'vitest'
import { type IsoDate, startOfDay, todayAtLaboratory } from '#domain/dates/dates.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'

/**
 * The laboratory's date `days` days after `today`, or before it if negative. Counted in dates, not hours: a
 * laboratory's day has 23 or 25 hours when the clocks change.
 */
export function laboratoryDay(days: number, today = todayAtLaboratory(new Date())): IsoDate {
  return todayAtLaboratory(new Date(startOfDay(today, days)))
}

/**
 * Matches the laboratory's date `days` days after today, of something made on the day `since` or later: at the laboratory
 * a day may have begun since.
 */
export const daysAfterToday = (days: number, since: IsoDate): IsoDate =>
  expect.toBeOneOf([addDays(since, days), laboratoryDay(days)])
