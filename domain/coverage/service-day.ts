import { type IsoDate, isIsoDate } from '../dates/dates.ts'

/**
 * 42 CFR 414.510(b)(2): for a specimen stored longer than this, the date of service is when it is taken out
 * of storage.
 */
const STORED_AFTER_DAYS = 30
const A_DAY = 86_400_000

/** Whether a specimen of that day counts as taken out of storage today: today is then the day of service. */
export function isStored(collected: IsoDate, today: IsoDate): boolean {
  return (Date.parse(today) - Date.parse(collected)) / A_DAY > STORED_AFTER_DAYS
}

/**
 * The day that determines a payer's benefits: that of collection. Null if it is not known: today is taken for
 * it. For a stored specimen the day of removal from storage is not known yet. If there are several days, the
 * latest counts.
 */
export function serviceDay(
  samples: readonly { readonly dateOfCollection: string }[],
  today: IsoDate,
): IsoDate | null {
  const days = samples
    .map(({ dateOfCollection }) => dateOfCollection)
    .filter((day) => isIsoDate(day) && !isStored(day, today))
    .sort()
  return days.at(-1) ?? null
}
