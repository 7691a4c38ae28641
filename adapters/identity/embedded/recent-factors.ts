import { sql } from 'kysely'
import type { Database } from './database.ts'
import { ticketMinutes } from './tickets.ts'

/** For how many days a new factor is listed when the password changes, so that it can be removed. */
export const RECENT_FACTOR_DAYS = 30

/** A recently added second factor, or a hospital whose sign-in has recently been linked. */
export interface RecentFactor {
  /** `authenticator`, `passkey:` with the credential's ID, or `hospital:` with the hospital's. */
  key: string
  /** The passkey's or the hospital's name; null for the authenticator app. */
  name: string | null
  since: Date
}

/** The ID of the hospital whose sign-in a factor is; undefined for a second factor. */
export const hospitalOf = ({ key }: RecentFactor): string | undefined =>
  key.startsWith('hospital:') ? key.slice('hospital:'.length) : undefined

const linkColumns = sql`'hospital:' || h.id as key, h.name, l.linked_at as since`

/**
 * Recently added factors, newest first. Older ones are left out: a link by email replaces a password, and
 * must not remove the second factor that protects the owner from somebody who reads their mail. Links to a hospital
 * that has a domain without passwords are left out too: its leavers must stay out, so only the hospital, the operator
 * and `removeLinksSince` end them.
 */
export async function recentFactors(db: Database, sub: string): Promise<RecentFactor[]> {
  const { rows } = await sql<RecentFactor>`
    select * from (
      select 'authenticator' as key, null as name, confirmed_at as since from identity.totp where user_id = ${sub}
      union all
      select 'passkey:' || id, name, created_at from identity.passkey where user_id = ${sub}
      union all
      select ${linkColumns} from identity.hospital_link l join identity.hospital h using (issuer)
      where l.user_id = ${sub}
        and not exists (select 1 from identity.hospital_domain where hospital_id = h.id and not allows_password)
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
  const hospitals = removed.flatMap((one) => hospitalOf(one) ?? [])
  await sql`
    delete from identity.hospital_link
    where user_id = ${sub} and issuer in (select issuer from identity.hospital where id = any(${hospitals}))`.execute(
    db,
  )
  await sql`delete from identity.recovery_code where user_id = ${sub}`.execute(db)
  return removed
}

/**
 * Removes the links to hospitals that were made after a change of address, given by when the ticket that undoes it
 * expires: whoever gave the account that address made them. Returns what was removed.
 */
export async function removeLinksSince(
  db: Database,
  sub: string,
  ticketExpiresAt: string,
): Promise<RecentFactor[]> {
  const { rows } = await sql<RecentFactor>`
    delete from identity.hospital_link l using identity.hospital h
    where h.issuer = l.issuer and l.user_id = ${sub}
      and l.linked_at >= ${ticketExpiresAt}::timestamptz - make_interval(mins => ${ticketMinutes['undo-email-change']})
    returning ${linkColumns}`.execute(db)
  return rows
}
