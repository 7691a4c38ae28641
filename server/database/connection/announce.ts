import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { outsideWork } from './work.ts'

/** Each time costs the database as much as some statements: under load what comes meanwhile goes together. */
const BETWEEN_MS = 15
const AGAIN_AFTER_MS = 500
/** A database that was away that long has let go of every page; they look afresh. */
const MOST_WAITING = 20_000

/** A database that is away by then hears of it at the next start. */
const RESTS_WITHIN_MS = 1000

interface Announcer {
  announce(id: number): void
  /** Settles once nothing waits to be announced, or cannot be. */
  drain(): Promise<void>
}

/** What tells of committed events of orders, and of drafts whose content was saved, by their numbers. */
const STATEMENTS = {
  events: 'select announce_events($1::bigint[])',
  drafts: 'select announce_drafts($1::bigint[])',
} as const

/**
 * Announces what is committed, by its numbers: immediately where nothing was announced just now, else
 * with all that come meanwhile. A commit that announces by itself would wait for all others that do (migration 0015). What
 * this process could not announce before it was killed is made up for at its next start (server/features/portal/live.ts).
 */
export function announcerOn(pool: pg.Pool, what: keyof typeof STATEMENTS = 'events'): Announcer {
  let waiting: number[] = []
  let isRunning = false
  let running = Promise.resolve()
  let ranAt = Number.NEGATIVE_INFINITY

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0 && !pool.ending) {
      const since = performance.now() - ranAt
      if (since < BETWEEN_MS) await delay(BETWEEN_MS - since)
      ranAt = performance.now()
      const batch = waiting
      waiting = []
      try {
        await pool.query(STATEMENTS[what], [batch])
      } catch {
        // Whoever listens has lost their connection as well, or soon hears of it.
        waiting = [...batch, ...waiting].slice(-MOST_WAITING)
        await delay(AGAIN_AFTER_MS, undefined, { ref: false })
      }
    }
    isRunning = false
  }
  return {
    announce(id) {
      waiting.push(id)
      if (!isRunning) running = outsideWork(run)
    },
    drain: () => Promise.race([running, delay(RESTS_WITHIN_MS, undefined, { ref: false })]),
  }
}
