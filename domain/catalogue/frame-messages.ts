import { type CartItem, withoutItem } from './cart.ts'

/** Where the catalogue's origin keeps until when somebody is signed in, in milliseconds (specification §3). */
export const TOKEN_EXPIRATION_KEY = 'tokenExpirationDate'

/** What the portal tells the hidden frame of the catalogue site (specification §4, Token expiry). */
export type FrameMessage =
  /** Somebody has logged in, or the token was renewed: until when it holds, in milliseconds since 1970. */
  | { type: 'token'; tokenExpirationDate: number }
  | { type: 'logout' }
  /** An order of these tests, by their raw codes, that was begun from the cart has been saved. */
  | { type: 'ordered'; codes: readonly string[] }

const LONGEST_ORDER = 200

/** What was posted, if it is one of the messages in every part; null for anything else. */
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

/** What is left in a cart of which an order was made. */
export function notOrdered(cart: readonly CartItem[], codes: readonly string[]): CartItem[] {
  return codes.reduce<CartItem[]>((left, code) => withoutItem(left, code), [...cart])
}
