/** Chosen rows, and the one from which a range goes. */
export interface Selection {
  ids: ReadonlySet<number>
  /** The row that was chosen last; null where none was. */
  anchor: number | null
}

export const NOTHING: Selection = { ids: new Set(), anchor: null }

/**
 * A row is chosen, or no longer: with `range` all rows of the page from the one chosen last up to it become as it does.
 * What is chosen on other pages stays.
 */
export function toggleRow(
  { ids, anchor }: Selection,
  page: readonly number[],
  id: number,
  range = false,
): Selection {
  const on = !ids.has(id)
  const [from, to] = [anchor === null ? -1 : page.indexOf(anchor), page.indexOf(id)].toSorted((a, b) => a - b)
  const meant = range && from !== undefined && from >= 0 ? page.slice(from, (to ?? from) + 1) : [id]
  const next = new Set(ids)
  for (const one of meant) on ? next.add(one) : next.delete(one)
  return { ids: next, anchor: id }
}

/** All rows of the page, or none of them where all are chosen already. */
export function togglePage({ ids }: Selection, page: readonly number[]): Selection {
  const all = page.every((id) => ids.has(id))
  return {
    ids: new Set(all ? [...ids].filter((id) => !page.includes(id)) : [...ids, ...page]),
    anchor: null,
  }
}
