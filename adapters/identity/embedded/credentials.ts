import { sql } from 'kysely'
import type { Database } from './database.ts'
import { type RecentFactor, removeRecentFactors } from './recent-factors.ts'
import { endSessions } from './sessions.ts'
import { type Tickets, voidTickets } from './tickets.ts'

/** What came of a new password: how many sessions ended, what was removed, and whether the address was not verified before. */
export interface ReplacementResult {
  sub: string
  ended: number
  removed: RecentFactor[]
  newlyVerified: boolean
}

/** A new password, with what its owner decided beside it. */
export interface Replacement {
  /** Of the password. */
  hash: string
  /** Keys of recently added factors that are to go. */
  remove: readonly string[]
  /** Of an account whose address was not verified: whoever made it may have typed another's. */
  name?: { firstName: string; lastName: string }
}

export type Credentials = ReturnType<typeof credentialsIn>

/**
 * The steps by which an account changes hands or comes back to its owner, each in one transaction with all that falls with
 * it. Passwords come hashed: nobody is to wait for that with an account held.
 */
export function credentialsIn({ db, tickets }: { db: Database; tickets: Tickets }) {
  return {
    /** By the link of a mail. All sessions end, and the address is verified. Undefined: the link is good for nothing. */
    reset: (token: string, replacement: Replacement): Promise<ReplacementResult | undefined> =>
      tickets.redeem(token, 'reset-password', async (transaction, { sub, email }) => {
        // A link to an address that is no longer the account's proves nothing.
        if ((await emailOf(transaction, sub)) !== email) return undefined
        const replaced = await replace(transaction, sub, replacement)
        if (replacement.name && replaced.newlyVerified) await setName(transaction, sub, replacement.name)
        return replaced
      }),

    /** By somebody who has shown who they are; their session stays. */
    change: (sub: string, session: string, replacement: Replacement): Promise<ReplacementResult> =>
      db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, sub)
        return replace(transaction, sub, replacement, { but: session })
      }),

    /**
     * Verifies the address of a new account whose password was checked against `hash`. False where it has another one by
     * now, of somebody who signed up with the same address, or the link is good for nothing.
     */
    async verify(token: string, hash: string): Promise<boolean> {
      const verified = await tickets.redeem(token, 'verify-email', async (transaction, { sub, email }) => {
        if ((await emailOf(transaction, sub)) !== email) return undefined
        const { numAffectedRows } = await sql`
          update identity."user" set email_verified = true, updated_at = now()
          where id = ${sub} and not email_verified and exists (
            select 1 from identity.account
            where provider_id = 'credential' and user_id = ${sub} and password = ${hash})`.execute(
          transaction,
        )
        await voidTickets(transaction, sub)
        return numAffectedRows === 1n
      })
      return verified ?? false
    },

    /**
     * By the link to the new address. What else was pending falls; the old address gets a ticket with which its owner
     * takes the change back. Undefined: the link is good for nothing, or somebody has the address by now.
     */
    changeEmail: (token: string): Promise<{ sub: string; previous: string; undo: string } | undefined> =>
      tickets.redeem(token, 'change-email', async (transaction, { sub, email }) => {
        const previous = await emailOf(transaction, sub)
        if (previous === undefined || !(await setEmail(transaction, sub, email))) return undefined
        await voidTickets(transaction, sub)
        const undo = await tickets.issue('undo-email-change', { sub, email: previous }, transaction)
        return { sub, previous, undo }
      }),

    /**
     * By the link to the address that the account had before. It ends all sessions. Links to addresses that the account had
     * later are void: they would return it to a thief. Those to earlier ones stay: a thief who takes their own second
     * change back must not void the owner's.
     */
    undoEmailChange: (
      token: string,
      replacement: Replacement,
    ): Promise<(ReplacementResult & { email: string; left: string }) | undefined> =>
      tickets.redeem(token, 'undo-email-change', async (transaction, { sub, email, expiresAt }) => {
        const left = await emailOf(transaction, sub)
        if (left === undefined || (left !== email && !(await setEmail(transaction, sub, email))))
          return undefined
        await sql`
          delete from identity.ticket
          where user_id = ${sub} and purpose = 'undo-email-change' and expires_at >= ${expiresAt}`.execute(
          transaction,
        )
        return { ...(await replace(transaction, sub, replacement)), email, left }
      }),
  }
}

async function lockAccount(transaction: Database, sub: string): Promise<void> {
  await sql`select 1 from identity."user" where id = ${sub} for update`.execute(transaction)
}

async function emailOf(transaction: Database, sub: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select email from identity."user" where id = ${sub}`.execute(transaction)
  return rows[0]?.email
}

async function replace(
  transaction: Database,
  sub: string,
  { hash, remove }: Replacement,
  sessionsKept: 'all' | { but: string } = 'all',
): Promise<ReplacementResult> {
  await sql`
    update identity.account set password = ${hash}, updated_at = now()
    where provider_id = 'credential' and user_id = ${sub}`.execute(transaction)
  await voidTickets(transaction, sub)
  const removed = await removeRecentFactors(transaction, sub, remove)
  const ended = await endSessions(transaction, sub, sessionsKept)
  const { numAffectedRows } = await sql`
    update identity."user" set email_verified = true, updated_at = now()
    where id = ${sub} and not email_verified`.execute(transaction)
  return { sub, ended, removed, newlyVerified: numAffectedRows === 1n }
}

async function setName(
  transaction: Database,
  sub: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await sql`
    update identity."user" set name = ${`${firstName} ${lastName}`}, first_name = ${firstName},
      last_name = ${lastName} where id = ${sub}`.execute(transaction)
}

/**
 * False when another account has the address. One that nobody has verified gives way: whoever made it has shown nothing,
 * and could keep addresses from their owners.
 */
async function setEmail(transaction: Database, sub: string, email: string): Promise<boolean> {
  await sql`
    delete from identity."user" where email = ${email} and not email_verified and id <> ${sub}`.execute(
    transaction,
  )
  const { numAffectedRows } = await sql`
    update identity."user" set email = ${email}, email_verified = true, updated_at = now()
    where id = ${sub} and not exists (select 1 from identity."user" where email = ${email})`.execute(
    transaction,
  )
  return numAffectedRows === 1n
}
