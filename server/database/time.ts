import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema/tables.ts'

/**
 * What time it is for the database. Whatever deletes goes by it, for a portal's own clock may be wrong by years; within a
 * transaction it is the time at which that began.
 */
export async function databaseTime(db: Kysely<Tables>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a database knows the time')
  return row.now
}
