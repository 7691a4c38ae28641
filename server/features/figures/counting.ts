import { sql } from 'kysely'
import type { Connection } from '#server/database/connection/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'

/** Changes added up in one transaction. */
const CHANGES = 10_000
/** Orders older than the figures that are counted in one transaction. */
const ORDERS = 500
/** Batches of older orders in one run, so that it ends before the queue gives it up. */
const MOST_BATCHES = 100

/** Adds what changed to the stored figures, and counts the orders that are older than they are. */
export function figureCounting({ db }: Pick<Connection, 'db'>): RepeatingWork {
  async function run() {
    let batches = 0
    let counted = 1
    while (counted > 0 && batches < MOST_BATCHES) {
      const { rows } = await sql<{
        counted: number
      }>`select count_earlier_orders(${ORDERS}) as counted`.execute(db)
      counted = rows[0]?.counted ?? 0
      batches += 1
      await fold()
    }
  }
  async function fold() {
    let folded = CHANGES
    while (folded === CHANGES) {
      const { rows } = await sql<{ folded: number }>`select fold_figures(${CHANGES}) as folded`.execute(db)
      folded = rows[0]?.folded ?? 0
    }
  }
  return { name: 'figures', everySeconds: 10, run }
}
