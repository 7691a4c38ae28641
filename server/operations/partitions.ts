import { sql } from 'kysely'
import type { Connection } from '../database/connection/connect.ts'
import type { RepeatingWork } from '../jobs/repeating.ts'

type Worker = Pick<Connection, 'db'>

/** Makes the partitions of the next six months (migration 0020); one that others' locks put off comes an hour later. */
export function makingPartitions({ db }: Worker): RepeatingWork {
  const run = () => sql`select make_partitions()`.execute(db)
  return { name: 'partitions', everySeconds: 3600, run }
}

/** Events of orders and lines of the audit trail that found no partition made for them, of each up to a thousand. */
export async function linesWithoutPartition({ db }: Worker): Promise<number> {
  const { rows } = await sql<{ lines: number }>`select lines_without_partition() as lines`.execute(db)
  return rows[0]?.lines ?? 0
}
