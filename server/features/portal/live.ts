import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { portalRoutes } from '#contract/portal.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { EndedSessions } from '#server/http/ended-sessions.ts'

export type LiveUpdate = z.output<(typeof portalRoutes)['live']['reply']['events']>
/** An update that belongs to an institution. */
type InstitutionUpdate = Exclude<LiveUpdate, { about: 'profile' }>

/** The follower's own profile, and the orders, families and coverage of the institutions where they may view them. */
export interface Follower {
  subject: string
  /** The session of their token, if it names one. */
  sessionId: string | null
  /** Reads where they may currently view orders. */
  institutions(): Promise<readonly string[]>
}

interface Listener extends Omit<Follower, 'institutions'> {
  institutions: readonly string[]
  onUpdate(update: LiveUpdate): void
  letGo(): void
}

/** Sends the database's announcements (triggers `announce`) to all open pages, each within its scope. */
export interface Live {
  /**
   * Updates from now on, until `signal` aborts or the follower's own profile changes. Throws a problem if
   * they already follow from `MOST_PAGES` pages.
   */
  follow(who: Follower, signal: AbortSignal): Promise<AsyncIterable<LiveUpdate>>
  listeners(): number
  /** Ends all streams. */
  close(): Promise<void>
}

/**
 * Announced by a starting portal as a profile change for all: a killed one may have left updates unsent. The
 * previous version knows no such subject, and ignores it.
 */
const ALL_SUBJECTS = ''

/** How many pages of one user can follow at one portal. */
export const MOST_PAGES = 24

/** Queued updates per stream; a stream that is not read in time is ended, and the page reconnects. */
const MOST_WAITING = 1000

async function queueOf(
  listeners: Set<Listener>,
  who: Follower,
  signal: AbortSignal,
): Promise<AsyncIterable<LiveUpdate>> {
  const pages = [...listeners].filter(({ subject }) => subject === who.subject).length
  if (pages >= MOST_PAGES) fail('too-many-requests')
  const waiting: LiveUpdate[] = []
  let wake = () => {}
  let over = false
  const listener: Listener = {
    ...who,
    // Empty until it is read with the listener registered, so that a role removed meanwhile is noticed.
    institutions: [],
    onUpdate(update) {
      over ||= waiting.length >= MOST_WAITING
      waiting.push(update)
      wake()
    },
    letGo() {
      over = true
      wake()
    },
  }
  listeners.add(listener)
  // Also removes a listener that ends before its first update.
  const gone = () => {
    listeners.delete(listener)
    wake()
  }
  signal.addEventListener('abort', gone, { once: true })
  if (signal.aborted) gone()

  try {
    const found = await who.institutions()
    // Otherwise their profile has changed meanwhile: the next stream starts with the new scope.
    if (waiting.length === 0) listener.institutions = found
  } catch (error) {
    gone()
    throw error
  }
  async function* update() {
    try {
      while (!signal.aborted && !over) {
        const next = waiting.shift()
        if (next) {
          yield next
          // Their scope has changed: the next stream starts with the new one.
          if (next.about === 'profile') return
        } else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      signal.removeEventListener('abort', gone)
      listeners.delete(listener)
    }
  }
  return update()
}

/**
 * Starts listening to the database. After a gap all streams end: the pages reconnect and reload what they
 * show.
 */
export async function startLive(connection: Connection, ended: Pick<EndedSessions, 'onEnd'>): Promise<Live> {
  const listeners = new Set<Listener>()
  const letAllGo = () => {
    for (const listener of listeners) listener.letGo()
  }
  /** Sends a channel's announcements to followers whose scope includes the institution. */
  const updating = (about: InstitutionUpdate['about']) => (payload: string) => {
    const update = { about, ...JSON.parse(payload) } as InstitutionUpdate
    for (const listener of listeners)
      if (listener.institutions.includes(update.hospitalCode)) listener.onUpdate(update)
  }
  const announcements = await connection.listen(
    {
      order_event: updating('order'),
      draft_event: updating('draft'),
      coverage_event: updating('coverage'),
      record_system_event: updating('record-system'),
      family_event: updating('family'),
      profile_event(subject) {
        if (subject === ALL_SUBJECTS) return letAllGo()
        for (const listener of listeners)
          if (listener.subject === subject) {
            // Sends nothing more that they may no longer see.
            listener.institutions = []
            listener.onUpdate({ about: 'profile' })
          }
      },
    },
    letAllGo,
  )
  await connection.pool.query(`select pg_notify('profile_event', $1)`, [ALL_SUBJECTS])
  ended.onEnd((sessionId) => {
    for (const listener of listeners) if (listener.sessionId === sessionId) listener.letGo()
  })
  return {
    follow: (who, signal) => queueOf(listeners, who, signal),
    listeners: () => listeners.size,
    async close() {
      letAllGo()
      await announcements.close()
    },
  }
}
