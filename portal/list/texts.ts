// SearchBox
export const clearSearch = 'Clear search'

// ListFilters
export const all = 'All'
export const status = 'Status'

// ListPages
export const pages = 'Pages'
export const rangeOf = (range: string, total: string) => `${range} of ${total}`
export const previousPage = 'Previous page'
export const nextPage = 'Next page'
