import { formatHl7DateTime, parseHl7DateTime } from '@medplum/core'

/** A point in time as HL7 writes it, in UTC and with the offset said: `20260312140507+0000`. */
export function writeTime(time: Date): string {
  return `${formatHl7DateTime(time).slice(0, 14)}+0000`
}

/** `2019-03-14` as `20190314`; '' for what is no such date. */
export function writeDate(isoDate: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(isoDate) ? isoDate.replaceAll('-', '') : ''
}

/** The day of a TS (`20190314…`) as `2019-03-14`; '' for what is none. */
export function readDate(text: string): string {
  const day = readTime(text.slice(0, 8))
  return day ? day.toISOString().slice(0, 10) : ''
}

const READABLE =
  /^(19|2\d)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(([01]\d|2[0-3])([0-5]\d([0-5]\d(\.\d{1,4})?)?)?)?([+-]([01]\d|2[0-3])[0-5]\d)?$/

/**
 * A time of HL7's TS type, day or finer and since 1900; null when it is not one (the library reads anything as some
 * time). A time without an offset is taken as UTC.
 */
export function readTime(text: string): Date | null {
  const iso = READABLE.test(text) ? parseHl7DateTime(text) : undefined
  return iso ? new Date(iso) : null
}
