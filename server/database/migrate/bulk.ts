import { type Insertable, sql, type Transaction } from 'kysely'
import type { Tables } from '../schema/tables.ts'

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>

/** PostgreSQL accepts at most 65,535 parameters per statement. */
const ROWS_PER_BATCH = 500

/** Splits the rows into batches that fit one statement. */
function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) yield rows.slice(at, at + ROWS_PER_BATCH)
}

export async function insertAll<Table extends keyof Tables>(
  db: Transaction<Tables>,
  table: Table,
  all: readonly Row<Table>[],
): Promise<void> {
  for (const rows of chunks(all)) await db.insertInto(table).values(rows).execute()
}

/** Inserts new rows; for rows with an existing `key`, updates every other column given. */
export async function upsertAll<Table extends keyof Tables>(
  db: Transaction<Tables>,
  table: Table,
  key: string & keyof Tables[Table],
  all: readonly Row<Table>[],
): Promise<void> {
  const columns = Object.keys(all[0] ?? {}).filter((column) => column !== key)
  const changed = sql.join(columns.map((name) => sql`${sql.id(name)} = ${sql.id('excluded', name)}`))
  for (const rows of chunks(all))
    await sql`${db.insertInto(table).values(rows)} on conflict (${sql.id(key)}) do update set ${changed}`.execute(
      db,
    )
}
