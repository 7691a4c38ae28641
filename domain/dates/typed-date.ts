import { type IsoDate, MONTHS, readIsoDate } from './dates.ts'

/**
 * A date as it is typed into one box, month first as in the USA: once the next figure comes, a slash goes before it, so
 * that a telephone's number keys are enough. Text that is written in another way (`2019-03-14`, `14 Mar 2019`) and text
 * that becomes shorter stay as they are.
 */
export function withSlashes(typed: string, before: string): string {
  const figures = typed.replaceAll('/', '')
  if (typed.length < before.length || typed.endsWith('/') || !/^\d{3,8}$/.test(figures)) return typed
  // Slashes of one's own, as in 3/14, are where they are wanted.
  const isFormatted =
    before !== '' && typed.startsWith(before) && grouped(before.replaceAll('/', '')) === before
  if (typed.includes('/') && !isFormatted) return typed
  const month = Number(figures.slice(0, 2))
  return month >= 1 && month <= 12 ? grouped(figures) : typed
}

function grouped(figures: string): string {
  return [figures.slice(0, 2), figures.slice(2, 4), figures.slice(4)].filter(Boolean).join('/')
}

const MONTH_FIRST = /^(\d{1,2})[-/](\d{1,2})[-/](\d+)$/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/

/** What keeps a text from being a date, in a sentence; null where nothing can be told but that it is none. */
export function whyNoDate(typed: string): string | null {
  const text = typed.trim()
  const yearFirst = YEAR_FIRST.exec(text)
  const [, month = '', day = '', year = ''] = yearFirst
    ? ['', yearFirst[2], yearFirst[3], yearFirst[1]]
    : (MONTH_FIRST.exec(text) ?? [])
  if (month === '') return 'Enter the date as 03/14/2019.'
  if (year.length !== 4) return 'Enter the year with four digits.'
  const name = MONTHS[Number(month) - 1]
  if (name === undefined) return `There is no month ${Number(month)}. Enter the month first.`
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(day) > days || Number(day) === 0) return `${name} ${year} has ${days} days.`
  return null
}

/** The first day that counts, and what is said of an earlier one. */
export interface Earliest {
  day: IsoDate
  message: string
}

/** What is said of a day before `earliest`; null for any other, and for what is no day. */
export function beforeEarliest(value: string, earliest: Earliest | undefined): string | null {
  return earliest !== undefined && readIsoDate(value) !== null && value < earliest.day
    ? earliest.message
    : null
}
