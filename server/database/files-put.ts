import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema/tables.ts'

/**
 * Before files are stored, outside the transaction that will use them: if it fails, or never begins, retention deletes a day later
 * those that nothing uses. Nothing else would find them.
 */
export async function announceFiles(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`insert into erased_file (key) select distinct unnest(${keys}::text[]) order by 1
    on conflict (key) do update set erased_at = now()`.execute(db)
}

/** In the transaction that uses them, or once it is over. */
export async function keepFiles(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
  await sql`delete from erased_file where key = any (${keys}::text[])`.execute(db)
}

/** The same for the files that these orders use by now; in the sequence in which they are announced. */
export async function keepFilesOfOrders(db: Kysely<Tables>, orders: readonly number[]): Promise<void> {
  await sql`delete from erased_file where key in (select key from erased_file
    where key in (select files_of_orders(${orders}::bigint[])) order by key for update)`.execute(db)
}
