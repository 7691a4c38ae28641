import { sql } from 'kysely'
import type { Database } from './database.ts'

export interface Limit {
  max: number
  /** Counted from the last attempt within the limit; later attempts don't prolong it. */
  minutes: number
}

/** Counts an attempt and returns its number. Above `max` the attempt must be refused. */
export async function countAttempt(db: Database, key: string, limit: Limit): Promise<number> {
  const expiry = sql`now() + make_interval(mins => ${limit.minutes})`
  const { rows } = await sql<{ count: number }>`
    insert into identity.attempt as a (key, count, expires_at) values (${key}, 1, ${expiry})
    on conflict (key) do update set
      count = case when a.expires_at <= now() then 1 else a.count + 1 end,
      expires_at = case
        when a.expires_at > now() and a.count >= ${limit.max} then a.expires_at else ${expiry} end
    returning count`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an attempt was not counted')
  return row.count
}

/** Whether the limit for `key` is reached; counts nothing. */
export async function isUsedUp(db: Database, key: string, limit: Limit): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identity.attempt
    where key = ${key} and expires_at > now() and count >= ${limit.max}`.execute(db)
  return rows.length > 0
}

/** Uncounts an attempt that turned out to be right. */
export async function takeBackAttempt(db: Database, key: string): Promise<void> {
  await sql`update identity.attempt set count = count - 1 where key = ${key} and count > 0`.execute(db)
}

export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await sql`delete from identity.attempt where key = ${key}`.execute(db)
}
