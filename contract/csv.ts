import { stringify } from 'csv-stringify/browser/esm/sync'

/** Rows of a file, with a quote before what a spreadsheet would execute. A long file is put together of several parts. */
export function writeRows(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: 'windows' },
  )
}

/** A file for a spreadsheet, in UTF-8 with the byte-order mark by which a spreadsheet knows that. */
export function writeCsv(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${writeRows([headings, ...rows])}`
}
