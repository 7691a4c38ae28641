import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import type { IdentityMail } from '../port.ts'
import { type Account, accountsIn } from './accounts.ts'
import type { Database } from './database.ts'
import { type MailKind, mailTexts } from './mails.ts'
import { inThisThread, passwordsBy } from './passwords.ts'
import { formerAddresses, ticketsIn, voidTickets } from './tickets.ts'

/** The laboratory's own role, carried by the access token (specification §6). */
const SUPPORT = 'Support'

/** An operator's action, for the audit trail. */
export type OperatorAct = { sub: string; email: string } & (
  | { type: 'support-given'; account: 'made' | 'there' }
  | { type: 'support-taken' }
  | { type: 'password-link-made' }
  /** `sessions`: how many sessions ended with it. */
  | { type: 'second-factor-forgotten'; sessions: number }
)

export interface OperatorOptions {
  /** Connected as karyo_identity. The code that passes it closes it. */
  pool: Pool
  /** `${publicOrigin}/identity` */
  issuer: string
  laboratoryName: string
  supportEmail: string
  supportPhone: string
  /** Resolves once the mail is stored durably. */
  sendMail(mail: IdentityMail): Promise<void>
  /** Called before the action: an action that cannot be recorded is not performed. */
  onAct(act: OperatorAct): Promise<void>
}

export interface NewSupportUser {
  email: string
  firstName: string
  lastName: string
}

export type SupportGrant = 'made' | 'given' | 'had'

/** Whether any account has the laboratory's Support role. */
export async function hasSupport(db: Database): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select 1 from identity."user" where roles::jsonb ? ${SUPPORT}) as any`.execute(db)
  return rows[0]?.any ?? false
}

/**
 * What the operator of the embedded provider does for its accounts. Users do everything else on their account
 * pages.
 */
export function identityOperator(options: OperatorOptions) {
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: options.pool }) })
  const accounts = accountsIn(db, passwordsBy(inThisThread))
  const tickets = ticketsIn(db)
  const reset = `${options.issuer}/forgot`
  const mail = (to: string, kind: MailKind) => options.sendMail({ to, ...mailTexts(options, kind) })
  const accountFields = ({ sub, email }: Account) => ({ sub, email })

  async function setRoles({ sub }: Account, roles: readonly string[]): Promise<void> {
    await sql`
      update identity."user" set roles = ${JSON.stringify(roles)}, updated_at = now() where id = ${sub}`.execute(
      db,
    )
  }

  async function endSessions({ sub }: Account): Promise<number> {
    const { numAffectedRows } = await sql`delete from identity.session where user_id = ${sub}`.execute(db)
    return Number(numAffectedRows)
  }

  /**
   * Removes second factors, set up completely or not, and pending links and challenges. Who asks may be a thief who changed the
   * address: the owner's link to take that back stays.
   */
  async function forgetFactors({ sub }: Account): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      for (const table of ['totp', 'passkey', 'recovery_code'])
        await sql`delete from ${sql.table(`identity.${table}`)} where user_id = ${sub}`.execute(transaction)
      await voidTickets(transaction, sub)
    })
  }

  const unknowable = () => randomBytes(32).toString('base64url')

  /** Takes over an account with an unverified address: whatever was typed into it before is void. */
  async function takeOver(account: Account, { firstName, lastName }: NewSupportUser): Promise<void> {
    await accounts.setPassword(account.sub, unknowable(), 'operator')
    await forgetFactors(account)
    await endSessions(account)
    await sql`
      update identity."user" set first_name = ${firstName}, last_name = ${lastName}, name = ${`${firstName} ${lastName}`}
      where id = ${account.sub}`.execute(db)
  }

  return {
    /**
     * Gives the Support role to the account with an address, and creates the account if there is none. Nobody
     * can sign in until its owner has chosen a password through `passwordLink`. An account that was verified
     * before keeps its password.
     */
    async giveSupport(person: NewSupportUser): Promise<SupportGrant> {
      const found = await accounts.findByEmail(person.email)
      if (!found) {
        const email = person.email.toLowerCase()
        const made = { ...person, email, emailVerified: false, roles: [], password: unknowable() }
        await accounts.create(made, { who: 'operator' })
        const account = await accounts.findByEmail(email)
        if (!account) throw new Error('the account was removed while it was made')
        await options.onAct({ type: 'support-given', account: 'made', ...accountFields(account) })
        await setRoles(account, [SUPPORT])
        return 'made'
      }
      if (found.roles.includes(SUPPORT)) return 'had'
      await options.onAct({ type: 'support-given', account: 'there', ...accountFields(found) })
      if (!found.emailVerified) await takeOver(found, person)
      await setRoles(found, [...found.roles, SUPPORT])
      if (!found.emailVerified) return 'made'
      await mail(found.email, { kind: 'support-given', reset })
      return 'given'
    },

    /** Undefined if no account has the address. Ends its sessions, so that issued tokens are refused. */
    async takeSupport(email: string): Promise<'taken' | 'had-none' | undefined> {
      const account = await accounts.findByEmail(email)
      if (!account?.roles.includes(SUPPORT)) return account && 'had-none'
      await options.onAct({ type: 'support-taken', ...accountFields(account) })
      await setRoles(
        account,
        account.roles.filter((role) => role !== SUPPORT),
      )
      await endSessions(account)
      return 'taken'
    },

    /** A link to choose a password, valid once and for an hour; it replaces an earlier one. */
    async passwordLink(email: string): Promise<string | undefined> {
      const account = await accounts.findByEmail(email)
      if (!account) return undefined
      await options.onAct({ type: 'password-link-made', ...accountFields(account) })
      const token = await tickets.issue('reset-password', { sub: account.sub, email: account.email })
      return `${options.issuer}/reset?token=${token}`
    },

    mailPasswordLink: (email: string, link: string): Promise<void> =>
      mail(email, { kind: 'support-password', link }),

    /**
     * Removes authenticator app, passkeys and recovery codes, ends all sessions and notifies the owner, also at addresses from
     * which a change can still be taken back; false if no account has the address. If a second factor is required, the next sign-in sets up a new one.
     */
    async forgetSecondFactor(email: string): Promise<boolean> {
      const account = await accounts.findByEmail(email)
      if (!account) return false
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from identity.session where user_id = ${account.sub}`.execute(db)
      const sessions = rows[0]?.count ?? 0
      await options.onAct({ type: 'second-factor-forgotten', sessions, ...accountFields(account) })
      await forgetFactors(account)
      await endSessions(account)
      const what =
        'the laboratory removed your second factor because it was lost. Authenticator app, passkeys and recovery codes no longer work, and you have been logged out everywhere.'
      for (const to of [account.email, ...(await formerAddresses(db, account.sub))])
        await mail(to, { kind: 'second-factor', what, reset })
      return true
    },
  }
}
