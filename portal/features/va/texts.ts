// VaMenu
export const orderMenu = 'Order menu'
export const orderMenuHint = 'Choose a test, or search all tests below.'
export const favorites = 'Favorites'
export const tests = 'Tests'
export const loadingFavorites = 'Loading favorites...'
export const noFavoriteTestsAvailable = 'No favorite tests available'
export const loadingTests = 'Loading tests...'
