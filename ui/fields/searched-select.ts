import type { KeyboardEvent } from 'react'

const selectAll = ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select()

/**
 * For a select that is searched by typing: what is chosen is marked, so that the first letter begins a new search;
 * Enter chooses, and never sends the form; a long list is in the page only while it is open.
 */
export const SEARCHED_SELECT = {
  searchable: true,
  selectFirstOptionOnChange: true,
  onFocus: selectAll,
  onClick: selectAll,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault()
  },
} as const
