import { useLocation } from '@tanstack/react-router'
import type { OrderDocument } from '#domain/orders/document.ts'
import { catalogueFrame } from '#portal/session/catalogue-frame.ts'

/** The state of the history entry with which an order of the catalogue's cart begins (`new-cart`). */
export const FROM_CART = { isFromCart: true } as const

declare module '@tanstack/react-router' {
  interface HistoryState {
    isFromCart?: boolean
  }
}

/**
 * Whether the address has brought the catalogue's cart, in which somebody chose each test. Kept in the history entry: it
 * outlasts a reload, and says nothing of an order that begins at another one.
 */
export function useFromCart(): boolean {
  return useLocation({ select: ({ state }) => state.isFromCart === true })
}

/** For an order from the cart: told of each saving, rids the cart of the tests once, as soon as there are any. */
export function emptyCartOnce(): (saved: Pick<OrderDocument, 'tests' | 'addOnTests'>) => void {
  let isDone = false
  return ({ tests, addOnTests }) => {
    const codes = [...tests, ...addOnTests].map(({ testCode }) => testCode).filter((code) => code !== '')
    if (codes.length === 0 || isDone) return
    isDone = true
    catalogueFrame.post({ type: 'ordered', codes })
  }
}
