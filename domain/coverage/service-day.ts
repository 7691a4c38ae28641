import { type IsoDate, isIsoDate } from '../dates/dates.ts'

/**
 * 42 CFR 414.510(b)(2): for a specimen stored longer than this, the date of service is when it is taken out
 * of storage.
 */
const STORED_AFTER_DAYS = 30
const A_DAY = 86_400_000

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
    .filter((day) => isIsoDate(day) && (Date.parse(today) - Date.parse(day)) / A_DAY <= STORED_AFTER_DAYS)
    .sort()
  return days.at(-1) ?? null
}
