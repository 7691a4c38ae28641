import type { z } from 'zod'
import type { portalRoutes } from '#contract/portal.ts'
import type { Connection } from '#server/database/connect.ts'

export type News = z.output<(typeof portalRoutes)['live']['reply']['events']>
type OrderNews = Extract<News, { about: 'order' }>

/** Who follows: their own profile, and the orders of the institutions where they may see them. */
export interface Follower {
  subject: string
  institutions: readonly string[]
}

interface Listener extends Follower {
  hear(news: News): void
  letGo(): void
}

/** Everybody who has a page open, told of what the database announces (triggers `announce`), each in their scope. */
export interface Live {
  /** What happens from now on, until `signal` aborts, or the follower's own profile has changed. */
  follow(who: Follower, signal: AbortSignal): AsyncIterable<News>
  listeners(): number
  /** Lets everybody go. */
  close(): Promise<void>
}

/** Keeps the news until they are taken; a reader who does not take them for long is let go, and comes back. */
const MOST_WAITING = 1000

async function* queueOf(listeners: Set<Listener>, who: Follower, signal: AbortSignal) {
  const waiting: News[] = []
  let wake = () => {}
  let over = false
  const listener: Listener = {
    ...who,
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
      if (next) {
        yield next
        // What they may see has changed: the next stream begins with that.
        if (next.about === 'profile') return
      } else
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
  const orders = await connection.listen('order_event', {
    hear(payload) {
      const news: OrderNews = { about: 'order', ...(JSON.parse(payload) as Omit<OrderNews, 'about'>) }
      for (const listener of listeners)
        if (listener.institutions.includes(news.hospitalCode)) listener.hear(news)
    },
    missed: letAllGo,
  })
  const profiles = await connection.listen('profile_event', {
    hear(subject) {
      for (const listener of listeners)
        if (listener.subject === subject) {
          // Nothing more of what they may no longer see.
          listener.institutions = []
          listener.hear({ about: 'profile' })
        }
    },
    missed: letAllGo,
  })
  return {
    follow: (who, signal) => queueOf(listeners, who, signal),
    listeners: () => listeners.size,
    async close() {
      letAllGo()
      await Promise.all([orders.close(), profiles.close()])
    },
  }
}
