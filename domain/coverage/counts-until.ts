import type { IsoDate } from '../dates/dates.ts'

/** How many days a payer's response is valid at most. */
const ANSWER_COUNTS_DAYS = 14

/**
 * The last day on which a payer's response is valid: benefits are used up day by day, plans begin and end
 * with the month, and no response covers the time after the plan's end ('' if unknown), unless it was asked
 * for about a day of service before that. Never before the day it was given.
 */
export function countsUntil(
  checkedOn: IsoDate,
  planEnds: string,
  serviceDay: IsoDate | null = null,
): IsoDate {
  const [year = 0, month = 0, day = 0] = checkedOn.split('-').map(Number)
  const iso = (ofMonth: number, ofDay: number) =>
    new Date(Date.UTC(year, ofMonth, ofDay)).toISOString().slice(0, 10)
  const isOfPast = serviceDay !== null && serviceDay <= planEnds && planEnds < checkedOn
  const ends = isOfPast ? '' : planEnds
  const limits = [iso(month - 1, day + ANSWER_COUNTS_DAYS), iso(month, 0), ...(ends ? [ends] : [])]
  const until = limits.sort()[0] ?? checkedOn
  return until < checkedOn ? checkedOn : until
}
