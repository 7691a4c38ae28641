const selectAll = ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select()

/**
 * For a select searched by typing: the chosen text is selected, so that the first letter starts a new search.
 * `enterChooses` handles Enter.
 */
export const SEARCHED_SELECT = {
  searchable: true,
  onFocus: selectAll,
  onClick: selectAll,
} as const
