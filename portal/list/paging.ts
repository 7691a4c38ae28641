/** Rows on a page of a list (specification §9). */
export const PAGE_SIZE = 25

export interface Paging {
  /** Of the first and the last row on the page, counted from 1; 0 and 0 for an empty list. */
  from: number
  to: number
  pages: number
}

export function pagingOf(page: number, total: number): Paging {
  if (total === 0) return { from: 0, to: 0, pages: 1 }
  const from = (page - 1) * PAGE_SIZE + 1
  return { from, to: Math.min(total, page * PAGE_SIZE), pages: Math.ceil(total / PAGE_SIZE) }
}
