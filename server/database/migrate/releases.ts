import type pg from 'pg'

/**
 * Each release with its last migration, oldest first; a migration after the last one belongs to the next release. Add a line
 * when you release (docs/releases.md). 10.5.0 has no tag yet: its line names the last migration of its first candidate, and
 * moves when it is tagged.
 */
export const RELEASES: readonly (readonly [version: string, lastMigration: string])[] = [
  ['10.5.0', '0077-listed-results.sql'],
]

/**
 * The last migration that a program must know to use a database with these: that of the release before the newest. Migrations
 * are written so that one earlier release can live with them, and no more.
 */
export function oldestUsable(files: readonly string[], releases = RELEASES): string {
  const newest = files.at(-1) ?? ''
  return releases.findLast(([, last]) => last < newest)?.[1] ?? newest
}

/** Notes in the database that programs may use it which know `lastMigration`, in the transaction of `client`. */
export async function noteOldestUsable(client: pg.ClientBase, lastMigration: string): Promise<void> {
  const name = lastMigration.replaceAll(/[^\w.-]/g, '')
  await client.query(`
    create or replace function oldest_usable() returns text language sql immutable as 'select ''${name}''';
    revoke execute on function oldest_usable() from public`)
}

/** Whether a newer release has made the database in a way that a program with these migrations can use. */
export async function mayUse(client: pg.ClientBase, files: readonly string[]): Promise<boolean> {
  const { rows } = await client.query("select to_regprocedure('oldest_usable()') is not null as is_there")
  if (!rows[0]?.is_there) return false
  const { rows: found } = await client.query<{ name: string }>('select oldest_usable() as name')
  return files.includes(found[0]?.name ?? '')
}
