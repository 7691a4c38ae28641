import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

const AGAIN_AFTER_MS = 500
/** A database that was away that long has let go of every page; they look afresh. */
const MOST_WAITING = 20_000

/**
 * Announces events of orders that are committed, by their numbers, as many at once as there are: a commit that announces
 * by itself would wait for all others that do (migration 0015). What this process could not announce before it was killed
 * is made up for at its next start (server/features/portal/live.ts).
 */
export function announcerOn(pool: pg.Pool): (eventId: number) => void {
  let waiting: number[] = []
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.length > 0 && !pool.ending) {
      const told = waiting
      waiting = []
      try {
        await pool.query('select announce_events($1::bigint[])', [told])
      } catch {
        // Whoever listens has lost their connection as well, or soon hears of it.
        waiting = [...told, ...waiting].slice(-MOST_WAITING)
        await delay(AGAIN_AFTER_MS, undefined, { ref: false })
      }
    }
    isRunning = false
  }
  return (eventId) => {
    waiting.push(eventId)
    if (!isRunning) void run()
  }
}
