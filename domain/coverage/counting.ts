import type { IsoDate } from '../dates/dates.ts'

/** A row of the laboratory's price files. */
export interface Effective {
  effective_from: IsoDate
  effective_until: IsoDate | null
}

/**
 * For each key the row that started last, until its own last day: when it ends, no older row applies again.
 */
export function counting<Row extends Effective>(
  rows: readonly Row[],
  day: IsoDate,
  keyOf: (row: Row) => string,
): Row[] {
  const newest = new Map<string, Row>()
  for (const row of rows) {
    const known = newest.get(keyOf(row))
    if (row.effective_from <= day && (!known || known.effective_from < row.effective_from))
      newest.set(keyOf(row), row)
  }
  return [...newest.values()].filter(
    ({ effective_until }) => effective_until === null || effective_until >= day,
  )
}
