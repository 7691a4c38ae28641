import { writeCsv } from '#contract/csv.ts'
import type { SheetRow } from './states.ts'

/** How many rows the server judges in one request, and how many orders it makes in one. */
export const CHECKED_PER_BATCH = 200
export const MADE_PER_BATCH = 100

/**
 * These rows as a file in which each stands at its own row, empty rows between: so that the server's answer and the
 * history of the orders count as the file that was uploaded does.
 */
export function batchFile(headings: readonly string[], rows: readonly SheetRow[]): Uint8Array {
  const lines: string[][] = []
  for (const { row, cells } of rows) {
    while (lines.length < row - 2) lines.push([''])
    lines.push(headings.map((heading) => cells[heading] ?? ''))
  }
  return new TextEncoder().encode(writeCsv(headings, lines))
}
