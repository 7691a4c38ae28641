import { type IsoDate, isIsoDate, readIsoDate } from './dates.ts'
import { whyNoDate } from './typed-date.ts'

/**
 * The parts of a date being chosen: '2024', '02', '09'; '' if not chosen. As a value they are one text
 * without the missing ones, `2024-02-`, which is not an ISO date, so that nothing mistakes it for one.
 */
export interface DateFields {
  year: string
  month: string
  day: string
}

export interface DateLimits {
  /** The laboratory's date (`todayAtLaboratory`). */
  today: IsoDate
  preventFuture: boolean
  /** The first day that can be chosen; by default limited only by the years. */
  from?: IsoDate
}

export interface DateRules extends DateLimits {
  required: boolean
}

const NONE: DateFields = { year: '', month: '', day: '' }
/** The current year and the 125 before it are 126 options (specification §9). */
const YEARS = 126
/** Offered besides where a day to come may be entered: a due date, or when to ask again. */
const NEXT_YEARS = 10
const DATE_PATTERN = /^(?<year>\d{4})?-(?<month>\d{2})?-(?<day>\d{2})?$/

const twoDigits = (figure: number): string => String(figure).padStart(2, '0')
const upTo = (last: number): string[] => Array.from({ length: last }, (_, index) => twoDigits(index + 1))

/**
 * The parts of a complete or partial value; none for text in another form, which choosing a part then
 * replaces.
 */
export function dateFieldsOf(value: string): DateFields {
  const found = DATE_PATTERN.exec(value)?.groups
  return found ? { year: found.year ?? '', month: found.month ?? '', day: found.day ?? '' } : NONE
}

/** An ISO date, a partial one, or '' if nothing is chosen. */
export function dateOfFields({ year, month, day }: DateFields): string {
  return year + month + day === '' ? '' : `${year}-${month}-${day}`
}

/** The latest year first. */
export function yearChoices({ today, preventFuture, from = '' }: DateLimits): string[] {
  const next = preventFuture ? 0 : NEXT_YEARS
  const latest = Number(today.slice(0, 4)) + next
  const years = Array.from({ length: next + YEARS }, (_, back) => String(latest - back))
  return years.filter((year) => year >= from.slice(0, 4))
}

export function monthChoices(
  { year }: DateFields,
  { today, preventFuture, from = '' }: DateLimits,
): string[] {
  const thisYear = preventFuture && year === today.slice(0, 4)
  const months = upTo(thisYear ? Number(today.slice(5, 7)) : 12)
  return year === from.slice(0, 4) ? months.filter((month) => month >= from.slice(5, 7)) : months
}

export function dayChoices(
  { year, month }: DateFields,
  { today, preventFuture, from = '' }: DateLimits,
): string[] {
  const thisMonth = preventFuture && `${year}-${month}` === today.slice(0, 7)
  const days = upTo(thisMonth ? Number(today.slice(8)) : lengthOfMonth(year, month))
  return from !== '' && `${year}-${month}` === from.slice(0, 7)
    ? days.filter((day) => day >= from.slice(8))
    : days
}

/** February has 29 days until the year is chosen; a month has 31 until the month is chosen. */
function lengthOfMonth(year: string, month: string): number {
  if (month === '') return 31
  const fits = (day: number) => readIsoDate(`${year || '2024'}-${month}-${day}`) !== null
  return [31, 30, 29].find(fits) ?? 28
}

/** The value after a part is chosen ('' clears it): parts that have become impossible are cleared (§4). */
export function choosePart(value: string, part: Partial<DateFields>, limits: DateLimits): string {
  const fields = { ...dateFieldsOf(value), ...part }
  if (!monthChoices(fields, limits).includes(fields.month)) fields.month = ''
  if (!dayChoices(fields, limits).includes(fields.day)) fields.day = ''
  return dateOfFields(fields)
}

/** The problem with a date from three selects, shown once they lose focus (§5). */
export function selectsProblem(value: string, rules: DateRules): 'Required' | 'Invalid' | null {
  if (value === '') return rules.required ? 'Required' : null
  const fields = dateFieldsOf(value)
  const { year, month, day } = fields
  const missing = DATE_PATTERN.test(value) && (year === '' || month === '' || day === '')
  if (missing) return rules.required ? 'Required' : 'Invalid'
  const choosable =
    yearChoices(rules).includes(year) &&
    monthChoices(fields, rules).includes(month) &&
    dayChoices(fields, rules).includes(day)
  return choosable ? null : 'Invalid'
}

/** A date as typed next to the calendar, `03/14/2019`; anything that is not a date is returned unchanged. */
export function showTypedDate(value: string): string {
  if (!isIsoDate(value)) return value
  const { year, month, day } = dateFieldsOf(value)
  return `${month}/${day}/${year}`
}

/** The problem with a date of the calendar variant, in the specification's words (§5). */
export function calendarProblem(value: string, { required, preventFuture, today }: DateRules): string | null {
  if (value.trim() === '') return required ? 'Required' : null
  if (!isIsoDate(value)) return ['Enter a valid date', whyNoDate(value)].filter(Boolean).join('. ')
  return preventFuture && value > today ? 'Date cannot be in the future' : null
}
