import { type CartItem, withoutItem } from './cart.ts'

/**
 * The key under which the catalogue's origin stores when the sign-in expires, in milliseconds (specification
 * §3).
 */
export const TOKEN_EXPIRATION_KEY = 'tokenExpirationDate'

/** Messages from the portal to the catalogue site's hidden frame (specification §4, Token expiry). */
export type FrameMessage =
  /** A user has signed in, or the token was renewed: its expiry, in milliseconds since 1970. */
  | { type: 'token'; tokenExpirationDate: number }
  | { type: 'logout' }
  /** An order of these tests (raw codes), started from the cart, has been saved. */
  | { type: 'ordered'; codes: readonly string[] }

const LONGEST_ORDER = 200

/** The posted data if it is a complete valid message; otherwise null. */
export function frameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, tokenExpirationDate, codes } = data as Record<string, unknown>
  switch (type) {
    case 'token':
      return Number.isSafeInteger(tokenExpirationDate) && Number(tokenExpirationDate) > 0
        ? { type, tokenExpirationDate: Number(tokenExpirationDate) }
        : null
    case 'logout':
      return { type }
    case 'ordered':
      return Array.isArray(codes) &&
        codes.length <= LONGEST_ORDER &&
        codes.every((code) => typeof code === 'string')
        ? { type, codes: codes as string[] }
        : null
    default:
      return null
  }
}

/** The cart without the tests that were ordered. */
export function notOrdered(cart: readonly CartItem[], codes: readonly string[]): CartItem[] {
  return codes.reduce<CartItem[]>((left, code) => withoutItem(left, code), [...cart])
}
