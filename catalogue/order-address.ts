import { type CartItem, orderLink } from '#domain/catalogue/cart.ts'

/**
 * The portal's page that orders a cart (specification §2: /create with test, ctc and new-cart): an order with nothing
 * of an earlier one.
 */
export function orderAddress(portal: string, cart: readonly (CartItem & { displayCode: string })[]): string {
  const link = orderLink(cart)
  const query = new URLSearchParams((link?.test ?? []).map((code) => ['test', code]))
  if (link?.ctc) query.set('ctc', link.ctc)
  query.set('new-cart', 'true')
  return `${portal}/create?${query}`
}
