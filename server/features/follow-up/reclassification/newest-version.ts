import { sql } from 'kysely'
import type { Db } from '../store.ts'

/**
 * Of these rows of reports those that a newer version of their report follows, or that are not valid any more: what a letter
 * says about one of them is not what the laboratory says today.
 */
export async function outdatedReports(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select r.id from report r where r.id = any (${[...ids]}::bigint[]) and (r.state <> 'current' or exists (
      select from report newer where newer.order_id = r.order_id and newer.person = r.person
        and newer.test_code = r.test_code and newer.version > r.version and newer.state <> 'withdrawn'))`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The row of the newest version of the same report that is not withdrawn: a version that crosses no line moves no follow-up. */
export async function newestVersion(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select newer.id from report r join report newer on newer.order_id = r.order_id and newer.person = r.person
      and newer.test_code = r.test_code and newer.version >= r.version and newer.state <> 'withdrawn'
    where r.id = ${id} order by newer.version desc limit 1`.execute(db)
  return rows[0]?.id ?? id
}
