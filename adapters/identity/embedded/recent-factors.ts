import { sql } from 'kysely'
import type { Database } from './database.ts'

/** For how many days a new second factor is listed when the password changes, so that it can be removed. */
export const RECENT_FACTOR_DAYS = 30

/** A recently added second factor. */
export interface RecentFactor {
  /** `authenticator`, or `passkey:` with the credential's ID. */
  key: string
  /** The passkey's name; null for the authenticator app. */
  name: string | null
  since: Date
}

/**
 * Recently added factors, newest first. Older ones are left out: a link by email replaces a password, and
 * must not remove the second factor that protects the owner from somebody who reads their mail.
 */
export async function recentFactors(db: Database, sub: string): Promise<RecentFactor[]> {
  const { rows } = await sql<RecentFactor>`
    select * from (
      select 'authenticator' as key, null as name, confirmed_at as since from identity.totp where user_id = ${sub}
      union all
      select 'passkey:' || id, name, created_at from identity.passkey where user_id = ${sub}
    ) factor
    where since > now() - make_interval(days => ${RECENT_FACTOR_DAYS})
    order by since desc, key`.execute(db)
  return rows
}

/**
 * Removes those of `keys` that were added recently, and all recovery codes with them: whoever added a factor
 * may have seen the codes. Returns what was removed.
 */
export async function removeRecentFactors(
  db: Database,
  sub: string,
  keys: readonly string[],
): Promise<RecentFactor[]> {
  const removed = (await recentFactors(db, sub)).filter(({ key }) => keys.includes(key))
  if (removed.length === 0) return []
  const passkeys = removed.map(({ key }) => key.replace(/^passkey:/, ''))
  await sql`delete from identity.passkey where user_id = ${sub} and id = any(${passkeys})`.execute(db)
  if (removed.some(({ key }) => key === 'authenticator'))
    await sql`delete from identity.totp where user_id = ${sub}`.execute(db)
  await sql`delete from identity.recovery_code where user_id = ${sub}`.execute(db)
  return removed
}
