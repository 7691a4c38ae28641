import { type IsoDate, startOfDay, todayAtLaboratory } from '#domain/dates/dates.ts'

/**
 * The laboratory's date `days` days after today, or before it if negative. Counted in dates, not hours: a
 * laboratory's day has 23 or 25 hours when the clocks change.
 */
export function laboratoryDay(days: number): IsoDate {
  return todayAtLaboratory(new Date(startOfDay(todayAtLaboratory(new Date()), days)))
}
