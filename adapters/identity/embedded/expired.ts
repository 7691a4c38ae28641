import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Deletes what has expired: protocol state, account sessions, counted attempts, tickets. Cheap, as it is
 * indexed.
 */
export async function forgetExpired(db: Database): Promise<void> {
  await sql`delete from identity.oidc_payload where expires_at < now() - interval '1 minute'`.execute(db)
  await sql`delete from identity.session where expires_at < now()`.execute(db)
  await sql`delete from identity.attempt where expires_at < now()`.execute(db)
  // Links are kept for a while: opening an expired one offers a new one.
  await sql`
    delete from identity.ticket
    where expires_at < case when purpose in ('add-passkey', 'use-passkey', 'set-up-authenticator') then now() else now() - interval '30 days' end`.execute(
    db,
  )
}
