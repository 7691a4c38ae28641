import { EventSource, type FetchLike } from 'eventsource'
import type { z } from 'zod'
import type { portalRoutes } from '#contract/portal.ts'

/** One change: of an order, or of the user themself. */
export type LiveUpdate = z.output<(typeof portalRoutes.live.reply)['events']>
/** One change of one order. */
export type OrderUpdate = Extract<LiveUpdate, { about: 'order' }>
/** The content of one draft was saved. */
export type DraftUpdate = Extract<LiveUpdate, { about: 'draft' }>

/** A family was changed. */
export type FamilyUpdate = Extract<LiveUpdate, { about: 'family' }>

interface LiveOptions {
  url: string
  /** With the token put in. */
  fetch: FetchLike
  onUpdate(update: LiveUpdate): void
  /** The stream is open, at first or after a gap: what happened before is not known. */
  onOpened(): void
  /** False stops trying, until `reconnect` is called. */
  worthTrying(): boolean
  /** The page's own document, which tells whether anybody looks at it. */
  page?: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
  /** A number from 0 to 1, so that not all browsers come back at the same moment. */
  random?: () => number
}

/** Milliseconds before the nth new attempt (from 0): 1 s, doubling up to a minute, spread by a half. */
export function reconnectDelay(attempt: number, random: number): number {
  return Math.min(60_000, 1000 * 2 ** attempt) * (0.75 + random / 2)
}

/**
 * Listens to the stream at `url` until `stop`; a lost connection is opened again, with growing delay. A hidden page does not
 * listen: without HTTP/2 a browser has six connections for all tabs of a site, and with one stream for each the seventh tab
 * would load nothing.
 */
export function listen(options: LiveOptions): { reconnect(): void; stop(): void } {
  const { url, fetch, onUpdate, onOpened, worthTrying, page = document, random = Math.random } = options
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0

  function open(): void {
    close()
    if (page.hidden) return
    const current = new EventSource(url, { fetch })
    source = current
    current.onopen = () => {
      attempt = 0
      onOpened()
    }
    current.onmessage = ({ data }) => onUpdate(JSON.parse(data) as LiveUpdate)
    // The library's own retries have one fixed delay and stop at an HTTP error, so every failure is closed here.
    current.onerror = () => {
      current.close()
      if (worthTrying()) timer = setTimeout(open, reconnectDelay(attempt++, random()))
    }
  }
  function close(): void {
    clearTimeout(timer)
    source?.close()
  }

  page.addEventListener('visibilitychange', open)
  open()
  return {
    reconnect: open,
    stop() {
      page.removeEventListener('visibilitychange', open)
      close()
    },
  }
}
