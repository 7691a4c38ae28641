// SearchBox
export const clearSearch = 'Clear search'

// ListFilters
export const all = 'All'
export const status = 'Status'

// ListPages
export const pages = 'Pages'
export const rangeOf = (range: string, total: string) => `${range} of ${total}`
export const moreThan = (figure: string) => `more than ${figure}`
export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const pageOf = (page: string, pages: string) => `Page ${page} of ${pages}`

// ListPage
// The title is the specification’s (§8).
export const invalidPage = 'Invalid page'
export const noSuchPage = (page: number) => `This list has no page ${page}.`
export const goToFirstPage = 'Go to page 1'
