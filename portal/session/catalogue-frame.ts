import type { FrameMessage } from '#domain/catalogue/frame-messages.ts'

/** A window that messages are posted to. */
type Target = Pick<Window, 'postMessage'>

/**
 * The way to the hidden frame of the catalogue site (specification §4, Token expiry): to its origin and to no other. The
 * session may begin before the frame has loaded; then it hears of it when it has.
 */
export function createCatalogueFrame() {
  let loaded: { target: Target; origin: string } | null = null
  let waiting: FrameMessage[] = []

  return {
    /** The frame has loaded its page. */
    opened(target: Target, origin: string): void {
      loaded = { target, origin }
      for (const message of waiting) target.postMessage(message, origin)
      waiting = []
    },
    /** The frame is no more. */
    closed(): void {
      loaded = null
    },
    post(message: FrameMessage): void {
      if (loaded) loaded.target.postMessage(message, loaded.origin)
      // What is said of the session last counts.
      else
        waiting = [...waiting.filter(({ type }) => type === 'ordered' || message.type === 'ordered'), message]
    },
  }
}

export const catalogueFrame = createCatalogueFrame()
