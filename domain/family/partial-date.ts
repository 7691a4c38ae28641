import { readIsoDate } from '../dates/dates.ts'

const DAY = 86_400_000

/** The first and last day that a year, a month or a day can mean, in days since 1970; null if it is none. */
function daySpan(text: string): { first: number; last: number } | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? []
  if (year === undefined) return null
  const first = readIsoDate(`${year}-${month ?? '01'}-${day ?? '01'}`)
  if (!first) return null
  const last = new Date(first)
  if (month === undefined) last.setUTCFullYear(last.getUTCFullYear() + 1)
  else if (day === undefined) last.setUTCMonth(last.getUTCMonth() + 1)
  else last.setUTCDate(last.getUTCDate() + 1)
  return { first: first.getTime() / DAY, last: last.getTime() / DAY - 1 }
}

/** The least and the most days from one partial date to another; null if either is unknown. */
export function daysBetween(from: string, to: string): { least: number; most: number } | null {
  const [start, end] = [daySpan(from), daySpan(to)]
  return start && end && { least: end.first - start.last, most: end.last - start.first }
}
