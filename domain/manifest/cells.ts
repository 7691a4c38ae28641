import { OTHER_COUNTRY_CODES, otherCountryName } from '../addresses/countries.ts'
import { isIsoDate } from '../dates/dates.ts'
import { readDate } from '../dates/read-date.ts'

/** A cell's value as in the document, or why it can't be read. */
export type Reading = { value: unknown } | { refused: string }
export type ReadCell = (cell: string) => Reading

/** Day 0 of spreadsheets: dates without a format arrive as day numbers. */
const SPREADSHEET_DAY_0 = Date.UTC(1899, 11, 30)
const DAY = 86_400_000

/** Without the quote that our files put before formulas to make them harmless, and so before negative numbers. */
export const withoutQuote = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '').trim()

export const text: ReadCell = (cell) => ({ value: withoutQuote(cell) })

/** As a spreadsheet displays and exports a number of more than eleven digits; the other digits are lost. */
const SHORTENED = /^\d([.,]\d+)?E\+\d+$/i

/** The number of a person, policy or row: text, but not a number that a spreadsheet has shortened. */
export const identifier: ReadCell = (cell) => {
  const typed = withoutQuote(cell)
  return SHORTENED.test(typed)
    ? {
        refused: `the spreadsheet shortened this number to “${typed}”. Format the column as text, and enter the whole number again`,
      }
    : { value: typed }
}

/**
 * An unambiguous date in any format, as ISO text; anything else is returned unchanged, for the rules to
 * refuse. Five digits are a spreadsheet's day number.
 */
export const date: ReadCell = (cell) => {
  const typed = cell.trim()
  if (/^\d{5}$/.test(typed)) {
    const day = new Date(SPREADSHEET_DAY_0 + Number(typed) * DAY).toISOString().slice(0, 10)
    return { value: isIsoDate(day) ? day : typed }
  }
  return { value: readDate(typed) ?? typed }
}

const letters = (words: string) => words.toLowerCase().replace(/[^\p{L}\d]/gu, '')
const withoutSpaces = (words: string) => words.toLowerCase().replace(/\s/g, '')

/**
 * A value of a closed list, ignoring case and spacing, or one of the alternative `words`; an empty cell is
 * ''. `labels`: the choices named in a refusal. Choices that differ only in signs (`< 20 %`, `≥ 20 %`) are read as they
 * are written: what could be several is refused.
 */
export function choice(
  values: readonly string[],
  words: Readonly<Record<string, string>> = {},
  labels: readonly string[] = values,
): ReadCell {
  const named = [...values.map((value) => [value, value] as const), ...Object.entries(words)]
  const exact = new Map(named.map(([name, value]) => [withoutSpaces(name), value]))
  const similarNames = new Map<string, Set<string>>()
  for (const [name, value] of named)
    similarNames.set(letters(name), new Set([...(similarNames.get(letters(name)) ?? []), value]))
  return (cell) => {
    const typed = withoutQuote(cell)
    if (typed === '') return { value: '' }
    const [similar, ...more] = similarNames.get(letters(typed)) ?? []
    const value = exact.get(withoutSpaces(typed)) ?? (more.length === 0 ? similar : undefined)
    return value === undefined
      ? { refused: `“${typed}” is not valid. Use one of: ${labels.join(', ')}` }
      : { value }
  }
}

/**
 * A country other than the USA and Canada, by its name or two-letter ISO 3166-1 code; an empty cell is ''.
 */
export const otherCountry: ReadCell = (cell) => {
  const typed = letters(cell)
  if (cell.trim() === '') return { value: '' }
  const code = OTHER_COUNTRY_CODES.find((one) =>
    [one, otherCountryName(one)].some((name) => letters(name) === typed),
  )
  return code === undefined
    ? {
        refused: `“${cell.trim()}” is not a country. Use its name or its two-letter code, such as Germany or DE`,
      }
    : { value: code }
}

const YES = ['y', 'yes', 'true', '1', 'x']
const NO = ['n', 'no', 'false', '0']

/** A yes or no; an empty cell is unanswered. */
export const yesNo: ReadCell = (cell) => {
  const typed = letters(cell)
  if (cell.trim() === '') return { value: null }
  if (YES.includes(typed)) return { value: true }
  return NO.includes(typed) ? { value: false } : { refused: `“${cell.trim()}” is not valid. Use Yes or No` }
}

/** Several values of a closed list, separated by `;` or `|`. */
export function choices(values: readonly string[]): ReadCell {
  const one = choice(values)
  return (cell) => {
    const read = cell
      .split(/[;|]/)
      .filter((part) => part.trim() !== '')
      .map(one)
    const refused = read.find((reading) => 'refused' in reading)
    return (
      refused ?? {
        value: [...new Set(read.flatMap((reading) => ('value' in reading ? [reading.value] : [])))],
      }
    )
  }
}

/** Approved symbols are in capitals, except for those of open reading frames: `C9orf72`. */
const usualSpelling = (symbol: string) => symbol.toUpperCase().replace(/^(C(?:\d+|X|Y))ORF(?=\d)/, '$1orf')

/**
 * Gene symbols in any case, separated by any character that no symbol contains; a `listed` one is spelled as in the
 * catalogue's list.
 */
export function genes(listed: readonly string[]): ReadCell {
  const spellings = new Map(listed.map((symbol) => [symbol.toUpperCase(), symbol]))
  return (cell) => {
    const typed = cell.split(/[^\p{L}\d-]+/u).filter(Boolean)
    const spelled = typed.map((symbol) => spellings.get(symbol.toUpperCase()) ?? usualSpelling(symbol))
    return { value: [...new Set(spelled)] }
  }
}
