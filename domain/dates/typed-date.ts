import { type IsoDate, MONTHS, readIsoDate } from './dates.ts'

/**
 * A date typed into one box, month first as in the USA: inserts a slash before the next figure, so that a
 * phone's number keys are enough. Text in another format (`2019-03-14`, `14 Mar 2019`) and text that gets
 * shorter are returned unchanged.
 */
export function withSlashes(typed: string, before: string): string {
  const figures = typed.replaceAll('/', '')
  if (typed.length < before.length || typed.endsWith('/') || !/^\d{3,8}$/.test(figures)) return typed
  // Slashes typed by the user, as in 3/14, stay where they are.
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

/** Why a text is not a date, in a sentence; null if no reason can be given. */
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

/** The first allowed day, and the message for an earlier one. */
export interface Earliest {
  day: IsoDate
  message: string
}

/** The message for a day before `earliest`; null for any other day, and for anything that is not a date. */
export function beforeEarliest(value: string, earliest: Earliest | undefined): string | null {
  return earliest !== undefined && readIsoDate(value) !== null && value < earliest.day
    ? earliest.message
    : null
}
