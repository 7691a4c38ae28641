import { type CreateLink, createLink } from './create-link.ts'

/**
 * The browser's storage key of the cart (specification §2, catalogue site; CAT-05): a JSON list of
 * `CartItem`.
 */
export const CART_KEY = 'cart'

/** More than a clinic orders for one patient; further tests are dropped. */
export const CART_LIMIT = 20

/** A test that a visitor intends to order. */
export interface CartItem {
  /** The catalogue's own code. */
  code: string
  /** Codes of the add-on tests chosen with it. */
  addOns: readonly string[]
}

const CODE = /^[\w.-]{1,20}$/

/** Reads a stored cart; invalid input gives an empty cart, and invalid items are left out. */
export function readCart(stored: string | null): CartItem[] {
  if (stored === null) return []
  try {
    const list: unknown = JSON.parse(stored)
    return Array.isArray(list) ? checked(list.map(itemOf)) : []
  } catch {
    return []
  }
}

/** The cart with the item added at the end, or replaced in its place if the test is already there. */
export function withItem(cart: readonly CartItem[], item: CartItem): CartItem[] {
  const there = cart.some(({ code }) => code === item.code)
  return checked(there ? cart.map((one) => (one.code === item.code ? item : one)) : [...cart, item])
}

/** The cart without the test. */
export function withoutItem(cart: readonly CartItem[], code: string): CartItem[] {
  return cart.filter((item) => item.code !== code)
}

/** A cart as values of an address's `item` parameter: `1600~1400~1500`, the test and its add-on tests. */
export function itemValues(cart: readonly CartItem[]): string[] {
  return cart.map(({ code, addOns }) => [code, ...addOns].join('~'))
}

/** The cart in an address. */
export function itemsOfValues(values: readonly string[]): CartItem[] {
  return checked(
    values.map((value) => {
      const [code = '', ...addOns] = value.split('~')
      return { code, addOns }
    }),
  )
}

/**
 * The search part of the portal's /create address that orders the cart: the first test first, then add-on
 * tests and other tests.
 */
export function orderLink(cart: readonly (CartItem & { displayCode: string })[]): CreateLink | null {
  const [first, ...others] = cart
  if (!first) return null
  const rest = others.flatMap(({ code, addOns }) => [code, ...addOns])
  return createLink({
    testCode: first.code,
    displayCode: first.displayCode,
    addOns: [...first.addOns, ...rest],
  })
}

function itemOf(one: unknown): CartItem {
  if (typeof one !== 'object' || one === null) return { code: '', addOns: [] }
  const { code, addOns } = one as Record<string, unknown>
  const isText = (value: unknown) => typeof value === 'string'
  return {
    code: typeof code === 'string' ? code : '',
    addOns: Array.isArray(addOns) ? addOns.filter(isText) : [],
  }
}

function checked(items: readonly CartItem[]): CartItem[] {
  const byCode = new Map<string, CartItem>()
  for (const { code, addOns } of items)
    if (CODE.test(code) && !byCode.has(code))
      byCode.set(code, {
        code,
        addOns: [...new Set(addOns)].filter((one) => CODE.test(one) && one !== code).slice(0, CART_LIMIT),
      })
  return [...byCode.values()].slice(0, CART_LIMIT)
}
