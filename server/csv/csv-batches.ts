import { setImmediate as others } from 'node:timers/promises'
import { writeCsv, writeRows } from '#contract/csv.ts'

/** Of so many rows one takes some milliseconds. */
const ROWS_PER_BATCH = 500

/** A file for a spreadsheet, as `writeCsv` writes it: a piece at a time, and others are answered between two pieces. */
export async function csvInPieces(
  headings: readonly string[],
  rows: Iterable<readonly string[]>,
): Promise<Uint8Array> {
  const pieces = [writeCsv(headings, [])]
  let piece: (readonly string[])[] = []
  for (const row of rows) {
    piece.push(row)
    if (piece.length < ROWS_PER_BATCH) continue
    pieces.push(writeRows(piece))
    piece = []
    await others()
  }
  pieces.push(writeRows(piece))
  return new TextEncoder().encode(pieces.join(''))
}
