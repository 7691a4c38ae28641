import { type IsoDate, isIsoDate } from '../dates/dates.ts'

/** 42 CFR 414.510(b)(2): of a specimen stored for longer the day counts on which it is taken out of storage. */
const STORED_AFTER_DAYS = 30
const A_DAY = 86_400_000

/**
 * The day by which a payer's benefits count: that of the collection, else today. Of a specimen from storage nobody knows
 * the day yet on which it is taken out: today stands for it. Of several days the latest counts.
 */
export function serviceDay(
  samples: readonly { readonly dateOfCollection: string }[],
  today: IsoDate,
): IsoDate {
  const days = samples
    .map(({ dateOfCollection }) => dateOfCollection)
    .filter((day) => isIsoDate(day) && (Date.parse(today) - Date.parse(day)) / A_DAY <= STORED_AFTER_DAYS)
    .sort()
  return days.at(-1) ?? today
}
