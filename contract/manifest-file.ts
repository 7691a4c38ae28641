import { parse } from 'csv-parse/browser/esm/sync'
import { withoutQuote } from '#domain/manifest/cells.ts'
import { ANNOTATIONS, BEYOND, type Column } from '#domain/manifest/columns.ts'
import type { Cells } from '#domain/manifest/row.ts'
import { writeCsv } from './csv.ts'

// A manifest as a file, the same code for browser and server, so that both read it alike.

/** Available in browser and Node, but in no shared type library. */
declare const TextDecoder: new (
  label: string,
  options?: { fatal?: boolean },
) => { decode(bytes: Uint8Array): string }

export const MOST_MANIFEST_ROWS = 10_000
/** Without these columns a file is not one of our manifests. */
const NEEDED = ['First name', 'Last name']

export interface ManifestFile {
  /** Row numbers as in a spreadsheet: the headings are row 1. Empty rows are skipped. */
  rows: { row: number; cells: Cells }[]
  /** Headings that the template does not have: their cells are ignored. */
  ignored: string[]
}

/** Headings with one key are the same. */
const keyOf = (heading: string) => heading.trim().toLowerCase()
const same = (one: string, other: string) => keyOf(one) === keyOf(other)

/**
 * The file's text, decoded by its byte-order mark; without one, UTF-8 or the encoding of old spreadsheets.
 * Null if it is not text.
 */
function textOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * The separator that occurs most often in the first line, outside quotes: spreadsheets write the one of their
 * country.
 */
function separatorOf(text: string): string {
  const [headings = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n|\r/, 1)
  const count = (separator: string) => headings.split(separator).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

function recordsOf(text: string): string[][] | string {
  try {
    return parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      // Files assembled from parts have several kinds.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      relax_quotes: true,
    })
  } catch (error) {
    return `The file is incomplete or is not valid CSV: ${(error as Error).message}`
  }
}

/**
 * The cells of a row that have no heading, including what an annotated file recorded of them; '' if there are
 * none.
 */
function beyondIn(record: readonly string[], headings: readonly string[], under: number): string {
  const without = record.filter(
    (cell, at) => at < headings.length && headings[at] === '' && cell.trim() !== '',
  )
  const surplus = record.slice(headings.length).map((cell) => cell.trim() || '(empty)')
  return [under < 0 ? '' : (record[under] ?? ''), ...without, ...surplus].filter(Boolean).join(' | ')
}

/**
 * The rows of a manifest with the given columns, or why the file is not a manifest. Cells are never executed.
 */
export function readManifest(
  bytes: Uint8Array,
  columns: readonly Pick<Column, 'heading'>[],
): ManifestFile | { refused: string } {
  if (bytes.length === 0)
    return { refused: 'The file is empty. Download the template, fill it in and try again.' }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return { refused: 'This is a spreadsheet. Save it as CSV (comma-separated values) and try again.' }
  const text = textOf(bytes)
  if (text === null)
    return { refused: 'This is not a text file. A manifest is a CSV file: download the template.' }
  const records = recordsOf(text)
  if (typeof records === 'string') return { refused: records }
  const [headings = [], ...rest] = records
  const named = headings.map(withoutQuote)
  const missing = NEEDED.filter((needed) => !named.some((heading) => same(heading, needed)))
  if (missing.length > 0)
    return {
      refused: `This is not a manifest for this test: it has no column ${missing.map((one) => `“${one}”`).join(' and no column ')}. Download the template.`,
    }
  // Each heading is looked at once, and each cell: a file may have a million of them.
  const places = new Map<string, number>()
  for (const [at, heading] of named.entries()) {
    if (heading === '') continue
    if (places.has(keyOf(heading))) return { refused: `The column “${heading}” appears twice. Remove one.` }
    places.set(keyOf(heading), at)
  }
  const filled = rest.flatMap((record, index) =>
    record.every((cell) => cell.trim() === '') ? [] : [{ record, row: index + 2 }],
  )
  if (filled.length === 0)
    return { refused: 'The file has headings but no rows. Fill in one row per patient.' }
  if (filled.length > MOST_MANIFEST_ROWS)
    return {
      refused: `The file has ${filled.length} rows; the limit is ${MOST_MANIFEST_ROWS}. Split it into several files.`,
    }
  const known = columns.flatMap(({ heading }) => {
    const at = places.get(keyOf(heading))
    return at === undefined ? [] : [{ heading, at }]
  })
  const under = places.get(keyOf(BEYOND)) ?? -1
  const rows = filled.map(({ record, row }) => {
    const cells = known.map(({ heading, at }) => [heading, record[at] ?? ''] as const)
    const beyond = beyondIn(record, named, under)
    return { row, cells: Object.fromEntries(beyond === '' ? cells : [...cells, [BEYOND, beyond]]) }
  })
  const isKnown = new Set([...columns.map(({ heading }) => heading), ...ANNOTATIONS, BEYOND].map(keyOf))
  const ignored = named.filter((heading) => heading !== '' && !isKnown.has(keyOf(heading)))
  return { rows, ignored }
}

/** A test's template: its headings, without an example row that could become an order. */
export function manifestTemplate(columns: readonly Column[]): string {
  return writeCsv(
    columns.map((column) => column.heading),
    [],
  )
}
