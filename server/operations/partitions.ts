import { sql } from 'kysely'
import type { Connection } from '../database/connection/connect.ts'
import type { RepeatingWork } from '../jobs/repeating.ts'

type Worker = Pick<Connection, 'db'>

/** Makes the partitions of the next six months (migration 0020); one delayed by others' locks is made an hour later. */
export function makingPartitions({ db }: Worker): RepeatingWork {
  const run = () => sql`select make_partitions()`.execute(db)
  return { name: 'partitions', everySeconds: 3600, run }
}

/** Counts order events and audit lines for which no partition had been made, up to a thousand of each. */
export async function linesWithoutPartition({ db }: Worker): Promise<number> {
  const { rows } = await sql<{ lines: number }>`select lines_without_partition() as lines`.execute(db)
  return rows[0]?.lines ?? 0
}
