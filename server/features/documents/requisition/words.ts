import { readIsoDate } from '#domain/dates/dates.ts'

/** A name and what is said under it; a fact without value is left out. */
export type Fact = readonly [label: string, value: string]

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** `14 Mar 2019`; what is no date stays as it was typed. */
export function dayInWords(text: string): string {
  const date = readIsoDate(text)
  return date ? `${date.getUTCDate()} ${MONTH.format(date)} ${date.getUTCFullYear()}` : text
}
