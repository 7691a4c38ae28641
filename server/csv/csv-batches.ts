import { setImmediate as others } from 'node:timers/promises'
import { writeCsv, writeRows } from '#contract/csv.ts'

/** Formatting this many rows takes a few milliseconds. */
const ROWS_PER_BATCH = 500

/** A spreadsheet file in the format of `writeCsv`, made in batches so that other requests are answered in between. */
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
