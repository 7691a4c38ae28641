import { sql } from 'kysely'
import { isStillVerified, lockAccount, type VerifiedPassword } from './accounts.ts'
import type { Database } from './database.ts'
import { type RecentFactor, removeLinksSince, removeRecentFactors } from './recent-factors.ts'
import { endSessions } from './sessions.ts'
import { type Tickets, voidTickets } from './tickets.ts'

/**
 * The result of a new password: how many sessions ended, which factors were removed, whether the address was
 * unverified before.
 */
export interface ReplacementResult {
  sub: string
  ended: number
  removed: RecentFactor[]
  newlyVerified: boolean
}

/** A new password, with the owner's decisions made on the same form. */
export interface Replacement {
  /** Hash of the password. */
  hash: string
  /** Keys of recently added factors to remove. */
  remove: readonly string[]
  /**
   * For an account whose address was not verified: whoever created it may have typed another person's name.
   */
  name?: { firstName: string; lastName: string }
}

export type Credentials = ReturnType<typeof credentialsIn>

/**
 * The changes by which an account changes hands or returns to its owner, each in one transaction with
 * everything it invalidates. Passwords arrive hashed: nobody should wait for hashing while the account is
 * locked.
 */
export function credentialsIn({ db, tickets }: { db: Database; tickets: Tickets }) {
  /** In a transaction that locks the account. */
  const whileVerified = <T>(verified: VerifiedPassword, work: (transaction: Database) => Promise<T>) =>
    db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, verified.sub)
      return (await isStillVerified(transaction, verified)) ? work(transaction) : undefined
    })

  return {
    /**
     * Through the link in a mail. Ends all sessions and verifies the address. Undefined if the link is
     * invalid.
     */
    reset: (token: string, replacement: Replacement): Promise<ReplacementResult | undefined> =>
      tickets.redeem(token, 'reset-password', async (transaction, { sub, email }) => {
        // A link sent to an address that the account no longer has proves nothing.
        if ((await emailOf(transaction, sub)) !== email) return undefined
        const replaced = await replace(transaction, sub, replacement)
        if (replacement.name && replaced.newlyVerified) await setName(transaction, sub, replacement.name)
        return replaced
      }),

    /** By a user who has proven their identity; their session stays. Undefined if that no longer holds. */
    change: (
      verified: Required<VerifiedPassword>,
      replacement: Replacement,
    ): Promise<ReplacementResult | undefined> =>
      whileVerified(verified, (transaction) =>
        replace(transaction, verified.sub, replacement, { but: verified.session }),
      ),

    /**
     * The token of the link to a new address, for a user who has proven their identity. Undefined if that no
     * longer holds.
     */
    beginEmailChange: (verified: Required<VerifiedPassword>, email: string): Promise<string | undefined> =>
      whileVerified(verified, (transaction) =>
        tickets.issue('change-email', { sub: verified.sub, email }, transaction),
      ),

    /**
     * Verifies the address of a new account whose password was checked against `hash`. False if the hash has
     * changed because somebody signed up with the same address, or if the link is invalid.
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
     * Through the link sent to the new address. Voids all other pending tickets; the old address gets a
     * ticket with which its owner can undo the change. Undefined if the link is invalid or the address is
     * taken by now.
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
     * Through the link sent to the account's former address. Ends all sessions, and removes hospitals' sign-ins that
     * were linked since. Voids links sent to addresses that the account had later: they would return it to a thief. Keeps those to earlier ones: a thief who
     * undoes their own second change must not void the owner's link.
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
        const unlinked = await removeLinksSince(transaction, sub, expiresAt)
        const replaced = await replace(transaction, sub, replacement)
        return { ...replaced, removed: [...unlinked, ...replaced.removed], email, left }
      }),
  }
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
 * False if another account has the address. An unverified account gives way: its creator has proven nothing,
 * and could keep the address from its owner.
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
