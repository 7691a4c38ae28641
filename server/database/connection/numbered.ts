import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../schema/tables.ts'

/** Tables whose numbers the portal may draw ahead (migration 0021). */
type Numbered = 'orders' | 'message_out'

/** Draws the number of a row to come, so that what names the row need not wait until it is written. */
export async function nextNumber(db: Kysely<Tables>, table: Numbered): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(${sql.lit(`${table}_id_seq`)}) as id`.execute(db)
  const [drawn] = rows
  if (!drawn) throw new Error('no number was drawn')
  return drawn.id
}

/** The insert of a row under the number that was drawn for it, which is otherwise the database's to give. */
export function insertNumbered<Table extends Numbered>(
  table: Table,
  row: Insertable<Tables[Table]> & { id: number },
): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  const values = sql.join(Object.values(row))
  return sql`insert into ${sql.table(table)} (${columns}) overriding system value values (${values})`
}
