import { sql } from 'kysely'
import type { Connection } from '#server/database/connection/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'

/** An order with one of these words waits to be written while this many words are examined. */
const BATCH_SIZE = 20
/** Further batches wait for the next turn. */
const BATCHES = 100

/**
 * Removes words that only discarded drafts, or earlier versions of orders, contained (migration 0033). A word
 * stays while a transaction runs that was running when it was first examined, and while an order with it is
 * being written.
 */
export function wordForgetting({ db }: Pick<Connection, 'db'>): RepeatingWork {
  async function run() {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const { rows } = await sql<{
        taken: number
      }>`select forget_order_words(${BATCH_SIZE}) as taken`.execute(db)
      if (!rows[0]?.taken) return
    }
  }
  return { name: 'order-words', everySeconds: 30, run }
}
