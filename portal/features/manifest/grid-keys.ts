/** Row number with the patient's name, and outcome, which stay in sight; the manifest's own columns follow. */
export const FIXED_COLUMNS = 2

/** A place in the grid: which of its rows, and which of its columns. */
export interface Spot {
  at: number
  col: number
}

/**
 * A spot by the row's number and the column's heading: rows and columns come and go while the server answers, and what is
 * typed belongs to the cell that it was begun in. Null where there was none.
 */
export interface SpotAnchor extends Spot {
  row: number | null
  heading: string | null
}

/** What is in the grid now: the numbers of its rows, the headings of its own columns. */
export interface InGrid {
  rowNumber: (at: number) => number | undefined
  rows: number
  headings: readonly string[]
}

export function anchorSpot(spot: Spot, now: InGrid): SpotAnchor {
  const heading = now.headings[spot.col - FIXED_COLUMNS] ?? null
  return { ...spot, row: now.rowNumber(spot.at) ?? null, heading }
}

/** Where a held cell is now; null where its row or column has gone. */
export function currentSpotOf({ row, heading, col }: SpotAnchor, now: InGrid): Spot | null {
  if (row === null) return null
  let at = 0
  while (at < now.rows && now.rowNumber(at) !== row) at += 1
  const own = heading === null ? col - FIXED_COLUMNS : now.headings.indexOf(heading)
  const isThere = at < now.rows && (heading === null || own >= 0)
  return isThere ? { at, col: own + FIXED_COLUMNS } : null
}

interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** Where a key leads from a spot, in a grid of so many rows and columns; null: it is no key of moving. */
export function moveSpot(
  { at, col }: Spot,
  { key, ctrlKey, metaKey }: PressedKey,
  size: { rows: number; cols: number; page: number },
): Spot | null {
  const far = ctrlKey || metaKey
  const [lastRow, lastCol] = [size.rows - 1, size.cols - 1]
  const to: Record<string, Spot> = {
    ArrowUp: { at: far ? 0 : at - 1, col },
    ArrowDown: { at: far ? lastRow : at + 1, col },
    ArrowLeft: { at, col: far ? 0 : col - 1 },
    ArrowRight: { at, col: far ? lastCol : col + 1 },
    Home: { at: far ? 0 : at, col: 0 },
    End: { at: far ? lastRow : at, col: lastCol },
    PageUp: { at: at - size.page, col },
    PageDown: { at: at + size.page, col },
  }
  const next = to[key]
  if (!next) return null
  const within = (value: number, last: number) => Math.min(Math.max(value, 0), Math.max(last, 0))
  return { at: within(next.at, lastRow), col: within(next.col, lastCol) }
}
