import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Wrong passwords that lock an account's password sign-in, and for how long. */
export const lockout = { failures: 10, minutes: 15 }

/**
 * Counts an attempt before its password is looked at, so that many at the same moment can't slip
 * through; `clearFailures` takes the count back when the password was right. False: locked.
 */
export async function admitAttempt(db: Database, email: string): Promise<boolean> {
  const expiry = sql`now() + make_interval(mins => ${lockout.minutes})`
  const { rows } = await sql<{ failures: number }>`
    insert into identity.sign_in_failure as f (email, failures, expires_at) values (${email}, 1, ${expiry})
    on conflict (email) do update set
      failures = case when f.expires_at <= now() then 1 else f.failures + 1 end,
      -- Attempts while it is locked don't prolong the lock.
      expires_at = case
        when f.expires_at > now() and f.failures >= ${lockout.failures} then f.expires_at else ${expiry} end
    returning failures`.execute(db)
  const [row] = rows
  return row !== undefined && row.failures <= lockout.failures
}

/** The password was right: earlier wrong ones no longer count. */
export async function clearFailures(db: Database, email: string): Promise<void> {
  await sql`delete from identity.sign_in_failure where email = ${email}`.execute(db)
}
