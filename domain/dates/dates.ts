/** Dates without a time are ISO text, `2019-03-14`, everywhere: in the document, the database and the messages. */
export type IsoDate = string

/** The date in `text`, or null if it is not a valid `YYYY-MM-DD` (31 February, 2023-1-1, words). */
export function readIsoDate(text: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : null
}

export function isIsoDate(text: string): boolean {
  return readIsoDate(text) !== null
}

/**
 * Created once, because that costs more than using it. Only its numeric parts are read: how a locale joins
 * them differs between browsers and their versions (WebKit writes en-CA as 11/21/26).
 */
const LABORATORY_CLOCK = new Intl.DateTimeFormat('en-US', {
  ...{ calendar: 'gregory', numberingSystem: 'latn', timeZone: 'America/Chicago', hourCycle: 'h23' },
  ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
} as const)

/** The laboratory's date and time at an instant. */
interface LaboratoryTime {
  day: IsoDate
  hour: number
  minute: number
}

function laboratoryTime(instant: Date): LaboratoryTime {
  const dateFields = new Map(
    LABORATORY_CLOCK.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => dateFields.get(type) ?? Number.NaN
  const figures = (value: number, length: number) => String(value).padStart(length, '0')
  return {
    day: [figures(part('year'), 4), figures(part('month'), 2), figures(part('day'), 2)].join('-'),
    // Some browsers call midnight 24 whatever cycle is requested.
    hour: part('hour') % 24,
    minute: part('minute'),
  }
}

/**
 * A time on the laboratory's clock, `2026-03-11T14:05`, with its offset from UTC; a time that the clock skips in
 * spring has the winter's.
 */
export function atLaboratory(local: string): string {
  const summer = new Date(`${local}-05:00`)
  const { day, hour } = Number.isNaN(summer.getTime()) ? { day: '', hour: 0 } : laboratoryTime(summer)
  const isSummer = day === local.slice(0, 10) && hour === Number(local.slice(11, 13))
  return `${local}${isSummer ? '-05:00' : '-06:00'}`
}

const HOUR_MS = 3_600_000
/** Cached for the last hour asked about: most calls are about now. A day always begins with an hour. */
let lastHour: { hour: number; day: IsoDate } | undefined

/** Today's date at the laboratory, whose time zone is America/Chicago (specification §9). */
export function todayAtLaboratory(now: Date): IsoDate {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  if (lastHour?.hour !== hour) lastHour = { hour, day: laboratoryTime(now).day }
  return lastHour.day
}

/** The date and the time of day, `17:40`, at the laboratory. */
export function clockAtLaboratory(instant: Date): { day: IsoDate; time: string } {
  const { day, hour, minute } = laboratoryTime(instant)
  const figures = (value: number) => String(value).padStart(2, '0')
  return { day, time: `${figures(hour)}:${figures(minute)}` }
}

/** The instant at which the laboratory's clock shows a time of day; an hour that summer time skips is the next one. */
export function instantAtLaboratory(day: IsoDate, time: string): Date {
  const date = readIsoDate(day)
  const [hour, minute] = time.split(':').map(Number)
  if (!date || hour === undefined || minute === undefined) throw new RangeError(`no time: ${day} ${time}`)
  // Five hours behind UTC in summer, six in winter.
  const summer = new Date(date.getTime() + (hour + 5) * HOUR_MS + minute * 60_000)
  const clock = clockAtLaboratory(summer)
  const isSummer = clock.day === day && clock.time === time
  return isSummer ? summer : new Date(summer.getTime() + HOUR_MS)
}

/** The instant, as ISO text, at which a day begins at the laboratory, or the day `later` days after it. */
export function startOfDay(day: IsoDate, later = 0): string {
  const date = readIsoDate(day)
  if (!date) throw new RangeError(`not a date: ${day}`)
  date.setUTCDate(date.getUTCDate() + later)
  const dayText = date.toISOString().slice(0, 10)
  // Five hours behind UTC in summer, six in winter.
  date.setUTCHours(5)
  if (todayAtLaboratory(date) !== dayText) date.setUTCHours(6)
  return date.toISOString()
}

/**
 * The age on `on` of a person born on `born`: "7 y 8 m" from two years on; "14 m" before; "9 d" in the first
 * month.
 */
export function ageInWords(born: IsoDate, on: IsoDate): string | null {
  const from = readIsoDate(born)
  const to = readIsoDate(on)
  if (!from || !to || from > to) return null
  let months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  if (to.getUTCDate() < from.getUTCDate()) months -= 1
  if (months < 1) return `${Math.round((to.getTime() - from.getTime()) / 86_400_000)} d`
  if (months < 24) return `${months} m`
  return months % 12 === 0 ? `${months / 12} y` : `${Math.floor(months / 12)} y ${months % 12} m`
}

/** The same day of the month `months` later, or that month's last day: one month after 31 January is 28 February. */
export function addMonths(from: IsoDate, months: number): IsoDate {
  const date = readIsoDate(from)
  if (!date) throw new RangeError(`not a date: ${from}`)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay))).toISOString().slice(0, 10)
}

/** Full months from one day to a later one. */
export function monthsBetween(from: IsoDate, to: IsoDate): number {
  const [start, end] = [readIsoDate(from), readIsoDate(to)]
  if (!start || !end) throw new RangeError(`not dates: ${from}, ${to}`)
  const months =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  return addMonths(from, months) > to ? months - 1 : months
}

/** `days` working days (Monday to Friday) after `from`. */
export function addWorkingDays(from: IsoDate, days: number): IsoDate {
  const date = readIsoDate(from)
  if (!date) throw new RangeError(`not a date: ${from}`)
  const weeks = Math.max(0, Math.floor((days - 1) / 5))
  date.setUTCDate(date.getUTCDate() + weeks * 7)
  for (let left = days - weeks * 5; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) left -= 1
  }
  return date.toISOString().slice(0, 10)
}

export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const MONTHS_IN_FULL =
  'January February March April May June July August September October November December'.split(' ')

const MONTHS_IN_SPANISH =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/** Returns anything that is not a date unchanged. */
function written(text: string, months: readonly string[], between = ' '): string {
  const date = readIsoDate(text)
  return date ? [date.getUTCDate(), months[date.getUTCMonth()], date.getUTCFullYear()].join(between) : text
}

/** A date in the product's format, `14 Mar 2019`; anything that is not a date is returned unchanged. */
export function dayInWords(text: string): string {
  return written(text, MONTHS)
}

/** The format of letters: `14 March 2019`. */
export function dayInFull(text: string): string {
  return written(text, MONTHS_IN_FULL)
}

/** The format of letters in Spanish: `14 de marzo de 2019`. */
export function dayInSpanish(text: string): string {
  return written(text, MONTHS_IN_SPANISH, ' de ')
}

/** The day and minute of an instant in UTC: `14 Mar 2019, 09:05 UTC`. */
export function minuteInUtc(instant: Date): string {
  const iso = instant.toISOString()
  return `${dayInWords(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`
}

/** The day and minute of an instant on the laboratory's clock: `14 Mar 2019, 6:09 AM CST`. */
export function minuteAtLaboratory(instant: Date): string {
  const { day, hour, minute } = laboratoryTime(instant)
  const behind = (instant.getTime() - Date.parse(`${day}T00:00:00Z`)) / HOUR_MS - hour - minute / 60
  const zone = behind > 5.5 ? 'CST' : 'CDT'
  const half = hour < 12 ? 'AM' : 'PM'
  return `${dayInWords(day)}, ${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${half} ${zone}`
}
