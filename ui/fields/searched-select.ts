const selectAll = ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select()

/**
 * For a select that is searched by typing: what is chosen is marked, so that the first letter begins a new search. What
 * Enter does, `enterChooses` says.
 */
export const SEARCHED_SELECT = {
  searchable: true,
  onFocus: selectAll,
  onClick: selectAll,
} as const
