import { sql } from 'kysely'
import type { Connection } from '#server/database/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'

/** Writers of orders wait while so many words are looked at. */
const AT_ONCE = 20

/**
 * Not run by the portal: an order that is written at the same moment with a word that is being forgotten is not found by it
 * afterwards, as its trigger looks for the word before it waits. Forgets words that only discarded drafts, or earlier versions of orders, had (migration 0033).
 */
export function wordForgetting({ db }: Pick<Connection, 'db'>): RepeatingWork {
  async function run() {
    let taken = 1
    while (taken > 0) {
      const { rows } = await sql<{ taken: number }>`select forget_order_words(${AT_ONCE}) as taken`.execute(
        db,
      )
      taken = rows[0]?.taken ?? 0
    }
  }
  return { name: 'order-words', everySeconds: 60, run }
}
