import { formatHl7DateTime } from '@medplum/core'
import { instantOf, offsetOf, type WrittenTime } from './instant.ts'

/** An instant in HL7 format, in UTC with explicit offset: `20260312140507+0000`. */
export function writeTime(time: Date): string {
  return `${formatHl7DateTime(time).slice(0, 14)}+0000`
}

/** `2019-03-14` as `20190314`; '' for anything else. */
export function writeDate(isoDate: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(isoDate) ? isoDate.replaceAll('-', '') : ''
}

/**
 * The date of a TS (`20190314…`) as `2019-03-14`; '' if it is less exact than a day. Time and zone don't
 * shift it.
 */
export function readDate(text: string): string {
  const { month, day, year } = written(text) ?? {}
  if (month === undefined || day === undefined) return ''
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** YYYY[MM[DD[HH[MM[SS[.S[S[S[S]]]]]]]]][+/-ZZZZ] (HL7 v2.5.1 chapter 2A.77), since 1900. */
const TS =
  /^(?<year>19\d\d|2\d{3})(?:(?<month>\d\d)(?:(?<day>\d\d)(?:(?<hour>\d\d)(?:(?<minute>\d\d)(?:(?<second>\d\d)(?:\.(?<fraction>\d{1,4}))?)?)?)?)?)?(?<zone>[+-]\d{4})?$/

/** The offset that a TS is written with: `-0500`; '' if none. */
export function zoneOf(text: string): string {
  return TS.exec(text)?.groups?.zone ?? ''
}

/** The parts of a TS if the time exists; null for anything else. `defaultZone`: the offset of one without. */
function written(text: string, defaultZone = ''): WrittenTime | null {
  const { zone = defaultZone, fraction, ...numbers } = TS.exec(text)?.groups ?? {}
  if (numbers.year === undefined) return null
  const given = Object.entries(numbers).filter(([, digits]) => digits !== undefined)
  const time: WrittenTime = {
    year: 0,
    ...Object.fromEntries(given.map(([part, digits]) => [part, Number(digits)])),
    ...(fraction === undefined ? {} : { fraction }),
    offsetMinutes: offsetOf(zone),
  }
  return instantOf(time) ? time : null
}

/**
 * The instant of a TS, exact to the millisecond; null if invalid or less exact than a day (`2026`, `202603`).
 * Without an offset it is in the message's zone, the offset of MSH-7 (HL7 2.5.1, 2.15.9.7), else in UTC; a date alone
 * begins at midnight of its zone.
 */
export function readTime(text: string, messageZone = ''): Date | null {
  const time = written(text, messageZone)
  return time?.day === undefined ? null : instantOf(time)
}

/** Whether a text is a TS of any precision; an empty text is allowed. */
export function isTime(text: string): boolean {
  return text === '' || written(text) !== null
}
