import { type IsoDate, MONTHS } from '../dates/dates.ts'

/** A month by the laboratory's clock, such as '2026-05'. */
export type Month = string

/** The longest period, in months, that one page covers. */
export const MOST_MONTHS = 36

export function isMonth(text: string): boolean {
  return /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text)
}

export const monthOf = (day: IsoDate): Month => day.slice(0, 7)

/** The month `count` months later, or earlier if it is negative. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const since = year * 12 + number - 1 + count
  return `${String(Math.floor(since / 12)).padStart(4, '0')}-${String((since % 12) + 1).padStart(2, '0')}`
}

/** All months of a period, both ends included; none if it ends before it begins. */
export function monthsFrom(from: Month, to: Month): Month[] {
  const months: Month[] = []
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month)
  return months
}

/** 'May 2026'. */
export function monthInWords(month: Month): string {
  const [year = '', number = '1'] = month.split('-')
  return `${MONTHS[Number(number) - 1] ?? number} ${year}`
}
