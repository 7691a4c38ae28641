import { sql } from 'kysely'
import type { Connection } from '#server/database/connection/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'

/** Who writes an order with one of them waits while so many words are looked at. */
const BATCH_SIZE = 20
/** What is more waits for the next turn. */
const BATCHES = 100

/**
 * Forgets words that only discarded drafts, or earlier versions of orders, had (migration 0033). A word stays while a
 * transaction is at work that was when we first saw it, and while an order with it is being written.
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
