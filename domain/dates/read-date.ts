import { type IsoDate, isIsoDate } from './dates.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

type DateFields = { year: string; month: string; day: string }

/** All unambiguous date formats; plain figures are month first, as in the USA. */
const FORMATS: readonly RegExp[] = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})[-/](?<day>\d{1,2})[-/](?<year>\d{4})$/,
  /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4})$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[ .-]*(?<month>[a-z]{3,9})\.?[ ,-]*(?<year>\d{4})$/,
  /^(?<month>[a-z]{3,9})\.? *(?<day>\d{1,2})(?:st|nd|rd|th)?(?:, *| +)(?<year>\d{4})$/,
]

function monthNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  return MONTHS.findIndex((name) => name.startsWith(text)) + 1
}

/**
 * Reads a typed date (`14 Mar 2019`, `03/14/2019`, `2019-03-14`, `Mar 14, 2019`, `03142019`); null if it is
 * ambiguous: two-digit years and nonexistent days are refused, not guessed.
 */
export function readDate(typed: string): IsoDate | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  for (const format of FORMATS) {
    const fields = format.exec(text)?.groups as DateFields | undefined
    if (!fields) continue
    const month = String(monthNumber(fields.month)).padStart(2, '0')
    const date = `${fields.year}-${month}-${fields.day.padStart(2, '0')}`
    if (isIsoDate(date)) return date
  }
  return null
}
