import type { z } from 'zod'
import type { portalRoutes } from '#contract/portal.ts'
import type { Connection } from '#server/database/connect.ts'
import type { EndedSessions } from '#server/ended-sessions.ts'

export type News = z.output<(typeof portalRoutes)['live']['reply']['events']>
/** What is of an institution. */
type InstitutionNews = Exclude<News, { about: 'profile' }>

/** Who follows: their own profile, and the orders and coverage of the institutions where they may see them. */
export interface Follower {
  subject: string
  /** Of the token that they came with, where it says. */
  sessionId: string | null
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

/**
 * What a portal that starts announces as a change of somebody's profile: one that was killed may have left something
 * untold. The version before knows nobody of that name, and goes on.
 */
const EVERYBODY = ''

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
export async function startLive(connection: Connection, ended: Pick<EndedSessions, 'onEnd'>): Promise<Live> {
  const listeners = new Set<Listener>()
  const letAllGo = () => {
    for (const listener of listeners) listener.letGo()
  }
  /** Tells what a channel announces to whom its institution is shown. */
  const listenFor = (channel: string, about: InstitutionNews['about']) =>
    connection.listen(channel, {
      hear(payload) {
        const news = { about, ...JSON.parse(payload) } as InstitutionNews
        for (const listener of listeners)
          if (listener.institutions.includes(news.hospitalCode)) listener.hear(news)
      },
      missed: letAllGo,
    })
  const orders = await listenFor('order_event', 'order')
  const coverage = await listenFor('coverage_event', 'coverage')
  const profiles = await connection.listen('profile_event', {
    hear(subject) {
      if (subject === EVERYBODY) return letAllGo()
      for (const listener of listeners)
        if (listener.subject === subject) {
          // Nothing more of what they may no longer see.
          listener.institutions = []
          listener.hear({ about: 'profile' })
        }
    },
    missed: letAllGo,
  })
  await connection.pool.query(`select pg_notify('profile_event', $1)`, [EVERYBODY])
  ended.onEnd((sessionId) => {
    for (const listener of listeners) if (listener.sessionId === sessionId) listener.letGo()
  })
  return {
    follow: (who, signal) => queueOf(listeners, who, signal),
    listeners: () => listeners.size,
    async close() {
      letAllGo()
      await Promise.all([orders, coverage, profiles].map((one) => one.close()))
    },
  }
}
