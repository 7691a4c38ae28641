import { type IsoDate, startOfDay, todayAtLaboratory } from '#domain/dates/dates.ts'

/**
 * The laboratory's date `days` days after today, before it where negative. Counted in dates, not hours: a day at the
 * laboratory has 23 or 25 hours where the clocks change.
 */
export function laboratoryDay(days: number): IsoDate {
  return todayAtLaboratory(new Date(startOfDay(todayAtLaboratory(new Date()), days)))
}
