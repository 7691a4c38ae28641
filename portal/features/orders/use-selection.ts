import { useRef, useState } from 'react'
import type { OrderRow } from '#contract/order.ts'
import { NOTHING, type Selection, togglePage, toggleRow } from './selection.ts'

/**
 * The rows that are chosen in a list. They stay chosen over its pages, its sorting and news of the laboratory; another
 * list, told by `list`, begins with none.
 */
export function useSelection(list: string, rows: readonly OrderRow[] | undefined) {
  const [state, setState] = useState<{ list: string; selection: Selection }>({ list, selection: NOTHING })
  const selection = state.list === list ? state.selection : NOTHING
  // What is chosen on another page is known as it was last seen.
  const seen = useRef(new Map<number, OrderRow>())
  for (const row of rows ?? []) seen.current.set(row.id, row)
  const page = (rows ?? []).map(({ id }) => id)
  const to = (next: Selection) => setState({ list, selection: next })
  return {
    has: (id: number) => selection.ids.has(id),
    chosen: [...selection.ids].flatMap((id) => seen.current.get(id) ?? []),
    onPage: page.filter((id) => selection.ids.has(id)).length,
    toggle: (id: number, range: boolean) => to(toggleRow(selection, page, id, range)),
    togglePage: () => to(togglePage(selection, page)),
    clear: () => to(NOTHING),
  }
}
export type SelectionOfRows = ReturnType<typeof useSelection>
