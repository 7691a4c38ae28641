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

// ListPage
export const missingPage = (page: number) => `Page ${page} does not exist`
export const noSuchPage = 'There are not that many pages.'
export const goToFirstPage = 'Go to page 1'
