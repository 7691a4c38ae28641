import { sql } from 'kysely'
import type { Connection } from '#server/database/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'

const AT_ONCE = 20_000

/** Adds up the changes of the kept counts (migration 0014). Counts are exact without it, and read more slowly. */
export function tallyFolding({ db }: Pick<Connection, 'db'>): RepeatingWork {
  async function run() {
    let folded = AT_ONCE
    while (folded === AT_ONCE) {
      const { rows } = await sql<{ folded: number }>`select fold_order_tally(${AT_ONCE}) as folded`.execute(
        db,
      )
      folded = rows[0]?.folded ?? 0
    }
  }
  return { name: 'order-tally', everySeconds: 10, run }
}
