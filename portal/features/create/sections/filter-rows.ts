/** A row of a list of the document, with its place in the list. */
export interface RowAt<T> {
  index: number
  row: T
}

/**
 * The rows of `list` that are edited by themselves, such as the contacts besides phone and email: the others keep
 * their places in front, so that no pointer to them moves.
 */
export function filterRows<T>(list: readonly T[], chosen: (row: T, index: number) => boolean) {
  const all = list.map((row, index): RowAt<T> => ({ index, row }))
  const rows = all.filter(({ row, index }) => chosen(row, index))
  const others = all.filter((one) => !rows.includes(one))
  return {
    rows,
    fresh: (row: T): RowAt<T> => ({ index: list.length, row }),
    /** The whole list with `left` in the place of the rows. */
    put: (left: readonly RowAt<T>[]): T[] =>
      [...others, ...left].sort((a, b) => a.index - b.index).map(({ row }) => row),
  }
}
