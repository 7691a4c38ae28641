import type { z } from 'zod'
import type { portalRoutes } from '#contract/portal.ts'
import type { Connection } from '#server/database/connect.ts'

export type OrderNews = z.output<(typeof portalRoutes)['live']['reply']['events']>

interface Listener {
  institutions: ReadonlySet<string>
  hear(news: OrderNews): void
  letGo(): void
}

/** Everybody who has a page open, told of what the database announces (trigger `announce`), each in their scope. */
export interface Live {
  /** What happens at `institutions` from now on, until `signal` aborts. */
  follow(institutions: readonly string[], signal: AbortSignal): AsyncIterable<OrderNews>
  listeners(): number
  /** Lets everybody go. */
  close(): Promise<void>
}

/** Keeps the news until they are taken; a reader who does not take them for long is let go, and comes back. */
const MOST_WAITING = 1000

async function* queueOf(listeners: Set<Listener>, institutions: readonly string[], signal: AbortSignal) {
  const waiting: OrderNews[] = []
  let wake = () => {}
  let over = false
  const listener: Listener = {
    institutions: new Set(institutions),
    hear(news) {
      over ||= waiting.length >= MOST_WAITING
      waiting.push(news)
      wake()
    },
    letGo() {
      over = true
      wake()
    },
  }
  const stopped = () => wake()
  signal.addEventListener('abort', stopped, { once: true })
  listeners.add(listener)
  try {
    while (!signal.aborted && !over) {
      const next = waiting.shift()
      if (next) yield next
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    signal.removeEventListener('abort', stopped)
    listeners.delete(listener)
  }
}

/**
 * Starts listening to the database. After a gap every reader is let go: they come back, and look afresh at what they
 * show.
 */
export async function startLive(connection: Connection): Promise<Live> {
  const listeners = new Set<Listener>()
  const letAllGo = () => {
    for (const listener of listeners) listener.letGo()
  }
  const { close } = await connection.listen('order_event', {
    hear(payload) {
      const news = JSON.parse(payload) as OrderNews
      for (const listener of listeners) if (listener.institutions.has(news.hospitalCode)) listener.hear(news)
    },
    missed: letAllGo,
  })
  return {
    follow: (institutions, signal) => queueOf(listeners, institutions, signal),
    listeners: () => listeners.size,
    async close() {
      letAllGo()
      await close()
    },
  }
}
