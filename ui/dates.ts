import { dayInWords, isIsoDate, MONTHS } from '#domain/dates/dates.ts'

const dayMonthYear = (date: Date): string =>
  `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`

/**
 * A date without a time, `2026-03-12`, in the product's form: `12 Mar 2026`. Anything else is returned
 * unchanged.
 */
export function showDate(isoDate: string): string {
  return dayInWords(isoDate)
}

/** The day of an instant in the user's time zone: `12 Mar 2026`. A date without a time is that day in every zone. */
export function showDay(iso: string): string {
  if (isIsoDate(iso)) return showDate(iso)
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : dayMonthYear(date)
}

/** An instant in the user's time zone: `12 Mar 2026, 16:20`. */
export function showInstant(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const time = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  return `${dayMonthYear(date)}, ${time}`
}

/** A date for running text that is never broken across lines: half a date would read as another one. */
export function unbroken(date: string): string {
  return date.replaceAll(' ', '\u00a0')
}

const STEPS = [
  [60, 1, 's'],
  [3600, 60, 'min'],
  [86_400, 3600, 'h'],
  [604_800, 86_400, 'd'],
] as const

/**
 * The time since an instant: `just now`, `2 s ago`, `4 min ago`, `3 h ago`, `2 d ago`; from one week on the
 * date.
 */
export function showAgo(iso: string, now: Date = new Date()): string {
  const then = new Date(iso)
  if (Number.isNaN(then.getTime())) return iso
  const seconds = Math.max(0, Math.floor((now.getTime() - then.getTime()) / 1000))
  if (seconds === 0) return 'just now'
  for (const [below, size, unit] of STEPS)
    if (seconds < below) return `${Math.floor(seconds / size)} ${unit} ago`
  return dayMonthYear(then)
}
