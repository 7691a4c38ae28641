import type { OrderDocument } from '#domain/orders/document.ts'
import { catalogueFrame } from '#portal/session/catalogue-frame.ts'

/** Outlasts a reload, and ends with the session. */
const KEY = 'order-from-cart'

/** The order that begins now is made of the catalogue's cart (`new-cart`). */
export function orderFromCart(): void {
  sessionStorage.setItem(KEY, 'true')
}

/** Whether the order that begins is made of the catalogue's cart, in which somebody chose each test. */
export const isFromCart = () => sessionStorage.getItem(KEY) !== null

/** An order was saved: if it is the one from the cart and has its tests, the cart is rid of them. */
export function savedFromCart({ tests, addOnTests }: Pick<OrderDocument, 'tests' | 'addOnTests'>): void {
  const codes = [...tests, ...addOnTests].map(({ testCode }) => testCode).filter((code) => code !== '')
  if (codes.length === 0 || sessionStorage.getItem(KEY) === null) return
  sessionStorage.removeItem(KEY)
  catalogueFrame.post({ type: 'ordered', codes })
}
