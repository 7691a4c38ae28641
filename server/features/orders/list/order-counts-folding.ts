import { sql } from 'kysely'
import type { Connection } from '#server/database/connection/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'

const BATCH_SIZE = 20_000

/** Adds up changes to the stored counts (migration 0014). Counts are exact without it, but slower to read. */
export function orderCountsFolding({ db }: Pick<Connection, 'db'>): RepeatingWork {
  async function run() {
    let folded = BATCH_SIZE
    while (folded === BATCH_SIZE) {
      const { rows } = await sql<{
        folded: number
      }>`select fold_order_tally(${BATCH_SIZE}) as folded`.execute(db)
      folded = rows[0]?.folded ?? 0
    }
  }
  return { name: 'order-tally', everySeconds: 10, run }
}
