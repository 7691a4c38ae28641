import type { z } from 'zod'
import { fail } from '#contract/errors.ts'
import type { portalRoutes } from '#contract/portal.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { EndedSessions } from '#server/http/ended-sessions.ts'

export type LiveUpdate = z.output<(typeof portalRoutes)['live']['reply']['events']>
/** What is of an institution. */
type InstitutionUpdate = Exclude<LiveUpdate, { about: 'profile' }>

/** Who follows: their own profile, and the orders and coverage of the institutions where they may see them. */
export interface Follower {
  subject: string
  /** Of the token that they came with, where it says. */
  sessionId: string | null
  /** Looks up where they may see orders, as of now. */
  institutions(): Promise<readonly string[]>
}

interface Listener extends Omit<Follower, 'institutions'> {
  institutions: readonly string[]
  onUpdate(update: LiveUpdate): void
  letGo(): void
}

/** Everybody who has a page open, told of what the database announces (triggers `announce`), each in their scope. */
export interface Live {
  /**
   * What happens from now on, until `signal` aborts, or the follower's own profile has changed. Throws a problem where they
   * follow from more pages than `MOST_PAGES` already.
   */
  follow(who: Follower, signal: AbortSignal): Promise<AsyncIterable<LiveUpdate>>
  listeners(): number
  /** Lets everybody go. */
  close(): Promise<void>
}

/**
 * What a portal that starts announces as a change of somebody's profile: one that was killed may have left something
 * untold. The version before knows nobody of that name, and goes on.
 */
const ALL_SUBJECTS = ''

/** So many pages of one user follow at one portal. */
export const MOST_PAGES = 24

/** Keeps the news until they are taken; a reader who does not take them for long is let go, and comes back. */
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
    // Nothing, until it was looked up with somebody listening: what is taken from them meanwhile is heard.
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
  // Whoever goes before they are sent anything leaves as well.
  const gone = () => {
    listeners.delete(listener)
    wake()
  }
  signal.addEventListener('abort', gone, { once: true })
  if (signal.aborted) gone()

  try {
    const found = await who.institutions()
    // Else their profile has changed meanwhile: the next stream begins with what they may see then.
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
          // What they may see has changed: the next stream begins with that.
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
 * Starts listening to the database. After a gap every reader is let go: they come back, and look afresh at what they
 * show.
 */
export async function startLive(connection: Connection, ended: Pick<EndedSessions, 'onEnd'>): Promise<Live> {
  const listeners = new Set<Listener>()
  const letAllGo = () => {
    for (const listener of listeners) listener.letGo()
  }
  /** Tells what a channel announces to whom its institution is shown. */
  const listenFor = (channel: string, about: InstitutionUpdate['about']) =>
    connection.listen(channel, {
      onMessage(payload) {
        const update = { about, ...JSON.parse(payload) } as InstitutionUpdate
        for (const listener of listeners)
          if (listener.institutions.includes(update.hospitalCode)) listener.onUpdate(update)
      },
      missed: letAllGo,
    })
  const orders = await listenFor('order_event', 'order')
  const drafts = await listenFor('draft_event', 'draft')
  const coverage = await listenFor('coverage_event', 'coverage')
  const profiles = await connection.listen('profile_event', {
    onMessage(subject) {
      if (subject === ALL_SUBJECTS) return letAllGo()
      for (const listener of listeners)
        if (listener.subject === subject) {
          // Nothing more of what they may no longer see.
          listener.institutions = []
          listener.onUpdate({ about: 'profile' })
        }
    },
    missed: letAllGo,
  })
  await connection.pool.query(`select pg_notify('profile_event', $1)`, [ALL_SUBJECTS])
  ended.onEnd((sessionId) => {
    for (const listener of listeners) if (listener.sessionId === sessionId) listener.letGo()
  })
  return {
    follow: (who, signal) => queueOf(listeners, who, signal),
    listeners: () => listeners.size,
    async close() {
      letAllGo()
      await Promise.all([orders, drafts, coverage, profiles].map((one) => one.close()))
    },
  }
}
