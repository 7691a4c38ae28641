import { type CartItem, itemValues } from './cart.ts'

// The paths of the catalogue site's pages, on any origin.
export const HOME = '/catalogue/'
export const SEARCH = '/catalogue/search'
export const COMPARE = '/catalogue/compare'
export const CHECKOUT = '/catalogue/checkout'
export const PRIVACY = '/catalogue/privacy'

export const categoryPath = (category: string) => `/catalogue/category/${encodeURIComponent(category)}`
export const testPath = (code: string) => `/catalogue/test/${encodeURIComponent(code)}`
export const searchPath = (words: string) => `${SEARCH}?${query('q', [words])}`
export const comparePath = (codes: readonly string[]) => `${COMPARE}?${query('test', codes)}`
/** The checkout page of a cart given in the address; works without script. */
export const checkoutPath = (cart: readonly CartItem[]) => `${CHECKOUT}?${query('item', itemValues(cart))}`

function query(name: string, values: readonly string[]): string {
  return values.map((value) => `${name}=${encodeURIComponent(value)}`).join('&')
}
