import { CART_KEY, readCart } from '#domain/catalogue/cart.ts'
import { frameMessage, notOrdered, TOKEN_EXPIRATION_KEY } from '#domain/catalogue/frame-messages.ts'

interface FrameDeps {
  /** Of the portal, as it is configured. */
  portalOrigin: string
  /** The page that this frame stands in. */
  parent: MessageEventSource
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/**
 * Keeps what the portal says where the catalogue's pages find it. Whatever another origin or another window sends is
 * ignored, and so is what is no message. Nothing is ever answered.
 */
export function frameListener({ portalOrigin, parent, storage }: FrameDeps) {
  return ({ origin, source, data }: Pick<MessageEvent, 'origin' | 'source' | 'data'>): void => {
    if (origin !== portalOrigin || source !== parent) return
    const message = frameMessage(data)
    switch (message?.type) {
      case 'token':
        storage.setItem(TOKEN_EXPIRATION_KEY, String(message.tokenExpirationDate))
        break
      case 'logout':
        // The cart stays: it is the visitor's, from before anybody signed in, and names no patient.
        storage.removeItem(TOKEN_EXPIRATION_KEY)
        break
      case 'ordered': {
        const left = notOrdered(readCart(storage.getItem(CART_KEY)), message.codes)
        if (left.length === 0) storage.removeItem(CART_KEY)
        else storage.setItem(CART_KEY, JSON.stringify(left))
      }
    }
  }
}
