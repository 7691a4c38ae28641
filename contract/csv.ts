import { stringify } from 'csv-stringify/browser/esm/sync'

/**
 * Rows of a file, with a quote before anything that a spreadsheet would execute. A long file is assembled
 * from several such parts.
 */
export function writeRows(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: 'windows' },
  )
}

/** A file for a spreadsheet, in UTF-8 with the byte-order mark by which a spreadsheet recognizes it. */
export function writeCsv(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${writeRows([headings, ...rows])}`
}
