import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Passwords } from './passwords.ts'

export interface Account {
  sub: string
  email: string
  emailVerified: boolean
  firstName: string
  lastName: string
  roles: readonly string[]
}

export interface NewAccount extends Omit<Account, 'sub'> {
  password: string
  /** Random if omitted. */
  sub?: string
}

/** The laboratory's own people: hospitals neither let them in nor keep them out. */
export const isStaff = (account: Pick<Account, 'roles'> | undefined) =>
  account !== undefined && account.roles.length > 0

/** What a request has proven: the password that belongs to this hash, and in which session, if in one. */
export interface VerifiedPassword {
  sub: string
  hash: string
  session?: string
}

/**
 * Checking a password takes time, in which the owner may replace it or end the session: whoever acts on the
 * check asks again.
 */
export async function isStillVerified(
  db: Database,
  { sub, hash, session }: VerifiedPassword,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identity.account
    where provider_id = 'credential' and user_id = ${sub} and password = ${hash}
      and (${session ?? null}::text is null or exists (
        select 1 from identity.session where id = ${session ?? null} and user_id = ${sub}))`.execute(db)
  return rows.length > 0
}

/** Until the end of the transaction, nobody else replaces password or address, or opens a session. */
export async function lockAccount(transaction: Database, sub: string): Promise<void> {
  await sql`select 1 from identity."user" where id = ${sub} for update`.execute(transaction)
}

export type Accounts = ReturnType<typeof accountsIn>

/**
 * The embedded provider's accounts. Email addresses are stored and looked up in lower case. `who` is the
 * network of the client that has a password hashed.
 */
export function accountsIn(db: Database, passwords: Passwords) {
  async function accountWhere(condition: RawBuilder<unknown>): Promise<Account | undefined> {
    const { rows } = await sql<Omit<Account, 'roles'> & { roles: string }>`
      select id as sub, email, email_verified as "emailVerified", first_name as "firstName",
             last_name as "lastName", roles
      from identity."user" where ${condition}`.execute(db)
    const [row] = rows
    return row && { ...row, roles: JSON.parse(row.roles) }
  }

  /** In one transaction, so that password and name always belong together. */
  async function renewUnverified(sub: string, { firstName, lastName }: NewAccount, hash: string) {
    await db.transaction().execute(async (transaction) => {
      const { numAffectedRows } = await sql`
        update identity."user" set name = ${`${firstName} ${lastName}`}, first_name = ${firstName},
          last_name = ${lastName}, updated_at = now()
        where id = ${sub} and not email_verified`.execute(transaction)
      if (numAffectedRows === 0n) return
      await sql`
        update identity.account set password = ${hash}, updated_at = now()
        where provider_id = 'credential' and user_id = ${sub}`.execute(transaction)
    })
  }

  return {
    find: (sub: string) => accountWhere(sql`id = ${sub}`),
    findByEmail: (email: string) => accountWhere(sql`email = ${email.toLowerCase()}`),

    /**
     * The stored hash, if it belongs to the password: see `isStillVerified`. Takes equally long if the account
     * does not exist.
     */
    async verifiedHash(sub: string | undefined, password: string, who: string): Promise<string | undefined> {
      const { rows } = await sql<{ password: string }>`
        select password from identity.account
        where provider_id = 'credential' and user_id = ${sub ?? null}`.execute(db)
      const [row] = rows
      if (!sub || !row) {
        await passwords.hash({ password, wellKnown: false }, who)
        return undefined
      }
      const { fits, outdated } = await passwords.fits({ hash: row.password, password }, who)
      if (!fits) return undefined
      if (!outdated) return row.password
      const hash = await passwords.hash({ password, wellKnown: false }, who)
      const { numAffectedRows } = await sql`
        update identity.account set password = ${hash}, updated_at = now()
        where provider_id = 'credential' and user_id = ${sub} and password = ${row.password}`.execute(db)
      // Another sign-in may have renewed the hash, or the owner replaced the password.
      return numAffectedRows === 1n ? hash : this.verifiedHash(sub, password, who)
    },

    async setPassword(sub: string, password: string, who: string): Promise<void> {
      const hash = await passwords.hash({ password, wellKnown: false }, who)
      await sql`
        update identity.account set password = ${hash}, updated_at = now()
        where provider_id = 'credential' and user_id = ${sub}`.execute(db)
    },

    /**
     * Creates the account unless its email is taken. An account that was never verified takes over password
     * and name from this, the newest sign-up: the earlier one may have been a stranger's. Any other account
     * is left unchanged.
     */
    async create(
      account: NewAccount,
      { who, wellKnown = false }: { who: string; wellKnown?: boolean },
    ): Promise<{ sub: string; created: boolean }> {
      const email = account.email.toLowerCase()
      const password = await passwords.hash({ password: account.password, wellKnown }, who)
      const sub = account.sub ?? randomUUID()
      // One transaction: a user without a password could never sign in.
      const created = await db.transaction().execute(async (transaction) => {
        const { numAffectedRows } = await sql`
          insert into identity."user" (id, name, email, email_verified, first_name, last_name, roles)
          values (${sub}, ${`${account.firstName} ${account.lastName}`}, ${email}, ${account.emailVerified},
                  ${account.firstName}, ${account.lastName}, ${JSON.stringify(account.roles)})
          on conflict (email) do nothing`.execute(transaction)
        if (numAffectedRows === 0n) return false
        await sql`
          insert into identity.account (id, account_id, provider_id, user_id, password)
          values (${randomUUID()}, ${sub}, 'credential', ${sub}, ${password})`.execute(transaction)
        return true
      })
      if (created) return { sub, created }
      const existing = await accountWhere(sql`email = ${email}`)
      if (!existing) throw new Error('an account was removed while it was looked for')
      if (!existing.emailVerified) await renewUnverified(existing.sub, account, password)
      return { sub: existing.sub, created }
    },
  }
}
