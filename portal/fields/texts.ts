// SearchPicker
export const results = 'Results'
export const all = 'All'
export const searchFailed = 'Search is unavailable. Try again in a moment.'
export const noResults = 'No results found. Try another word or code.'
export const searching = 'Searching…'
