/** Dates without a time are ISO text, `2019-03-14`, everywhere: in the document, the database and the messages. */
export type IsoDate = string

/** The date that `text` spells as `YYYY-MM-DD`, or null when it is none (31 February, 2023-1-1, words). */
export function readIsoDate(text: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : null
}

export function isIsoDate(text: string): boolean {
  return readIsoDate(text) !== null
}

/** Made once: that takes longer than all that is done with it. */
const LABORATORY_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago', dateStyle: 'short' })

const HOUR_MS = 3_600_000
/** Of the last one asked about: most are the present one. A day begins with an hour. */
let lastHour: { hour: number; day: IsoDate } | undefined

/** Today's date at the laboratory, whose time zone is America/Chicago (specification §9). */
export function todayAtLaboratory(now: Date): IsoDate {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  if (lastHour?.hour !== hour) lastHour = { hour, day: LABORATORY_DAY.format(now) }
  return lastHour.day
}

/** The instant, as ISO text, at which a day begins at the laboratory, or one that comes `later` days after it. */
export function startOfDay(day: IsoDate, later = 0): string {
  const date = readIsoDate(day)
  if (!date) throw new RangeError(`not a date: ${day}`)
  date.setUTCDate(date.getUTCDate() + later)
  const wanted = date.toISOString().slice(0, 10)
  // Five hours behind UTC in summer, six in winter.
  date.setUTCHours(5)
  if (todayAtLaboratory(date) !== wanted) date.setUTCHours(6)
  return date.toISOString()
}

/** How old somebody born on `born` is on `on`: "7 y 8 m", from two years on; "14 m" before; "9 d" in the first month. */
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

/** `days` working days (Monday to Friday) after `from`. */
export function addWorkingDays(from: IsoDate, days: number): IsoDate {
  const date = readIsoDate(from)
  if (!date) throw new RangeError(`not a date: ${from}`)
  for (let left = days; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) left -= 1
  }
  return date.toISOString().slice(0, 10)
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** A date in the one form of the product: `14 Mar 2019`; what is no date stays as it was typed. */
export function dayInWords(text: string): string {
  const date = readIsoDate(text)
  return date ? `${date.getUTCDate()} ${MONTH.format(date)} ${date.getUTCFullYear()}` : text
}
