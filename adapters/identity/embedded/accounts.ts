import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { hashPassword } from 'better-auth/crypto'
import { CamelCasePlugin, sql } from 'kysely'
import type { Database } from './database.ts'
import { admitAttempt, clearFailures } from './lockout.ts'
import { derivedKey } from './secrets.ts'

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
  /** A random one where it is left out. */
  sub?: string
}

/** Who asks: what an account session is bound to and attempts are counted by. */
export interface Caller {
  address: string
  userAgent: string
  cookie: string
}

export type SignInResult =
  | { outcome: 'signed-in'; sub: string; cookies: string[] }
  | { outcome: 'unverified' }
  /** Wrong, unknown or locked: deliberately not told apart. */
  | { outcome: 'refused' }
  /** Too many attempts from one address. */
  | { outcome: 'throttled' }

export type Accounts = ReturnType<typeof startAccounts>

const addressHeader = 'x-karyo-address'

/** The accounts of the embedded provider: better-auth's core on the given connection. */
export function startAccounts(options: {
  issuer: string
  db: Database
  secret: string
  sessionSeconds: number
}) {
  const { db } = options
  const { origin, pathname, protocol } = new URL(options.issuer)
  const auth = betterAuth({
    baseURL: origin,
    basePath: `${pathname}/account`,
    secret: derivedKey(options.secret, 'accounts').toString('base64url'),
    database: {
      db: db.withPlugin(new CamelCasePlugin({ maintainNestedObjectKeys: true })),
      type: 'postgres',
      schemaName: 'identity',
      transaction: true,
    },
    emailAndPassword: { enabled: true, disableSignUp: true, requireEmailVerification: true },
    user: {
      additionalFields: {
        firstName: { type: 'string', required: true, input: false },
        lastName: { type: 'string', required: true, input: false },
        roles: { type: 'string[]', required: false, input: false, defaultValue: [] },
      },
    },
    session: { expiresIn: options.sessionSeconds },
    // A hospital may come from one address; single accounts are guarded by the lockout.
    rateLimit: {
      enabled: true,
      storage: 'database',
      customRules: { '/sign-in/email': { window: 60, max: 300 } },
    },
    advanced: {
      cookiePrefix: 'karyo_account',
      useSecureCookies: protocol === 'https:',
      defaultCookieAttributes: { path: pathname, sameSite: 'lax', httpOnly: true },
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    telemetry: { enabled: false },
    logger: { level: 'error' },
    // Refusals are answers, not errors; the rest reaches the server's log.
    onAPIError: { throw: true },
  })

  const headersOf = (caller: Caller) => ({
    'content-type': 'application/json',
    'user-agent': caller.userAgent,
    [addressHeader]: caller.address,
    origin,
    cookie: caller.cookie,
  })

  return {
    /** Checks e-mail and password and opens an account session; the cookies belong to it. */
    async signIn(typedEmail: string, password: string, caller: Caller): Promise<SignInResult> {
      const email = typedEmail.trim().toLowerCase()
      if (!(await admitAttempt(db, email))) {
        // As long as a wrong password takes.
        await hashPassword(password)
        return { outcome: 'refused' }
      }
      // By its handler, not its api: only the handler counts by address.
      const reply = await auth.handler(
        new Request(`${options.issuer}/account/sign-in/email`, {
          method: 'POST',
          headers: headersOf(caller),
          body: JSON.stringify({ email, password, rememberMe: false }),
        }),
      )
      if (reply.status === 429) return { outcome: 'throttled' }
      const answer = (await reply.json()) as { code?: string; user?: { id: string } }
      if (answer.code === 'EMAIL_NOT_VERIFIED') {
        await clearFailures(db, email)
        return { outcome: 'unverified' }
      }
      if (!answer.user) return { outcome: 'refused' }
      await clearFailures(db, email)
      return { outcome: 'signed-in', sub: answer.user.id, cookies: reply.headers.getSetCookie() }
    },

    /** Ends the account session of these cookies; returns the cookies that remove them. */
    async signOut(caller: Caller): Promise<string[]> {
      const reply = await auth.api.signOut({ headers: headersOf(caller), asResponse: true })
      return reply.headers.getSetCookie()
    },

    async find(sub: string): Promise<Account | undefined> {
      const found = await sql<{
        email: string
        verified: boolean
        first: string
        last: string
        roles: string
      }>`
        select email, email_verified as verified, first_name as first, last_name as last, roles
        from identity."user" where id = ${sub}`.execute(db)
      const [row] = found.rows
      return (
        row && {
          sub,
          email: row.email,
          emailVerified: row.verified,
          firstName: row.first,
          lastName: row.last,
          roles: JSON.parse(row.roles),
        }
      )
    },

    /** Creates the account unless its e-mail is taken; then leaves it as it is. */
    async ensure(account: NewAccount): Promise<{ sub: string }> {
      const email = account.email.toLowerCase()
      const known = async () => {
        const select = sql<{ sub: string }>`select id as sub from identity."user" where email = ${email}`
        return (await select.execute(db)).rows[0]
      }
      const existing = await known()
      if (existing) return { sub: existing.sub }
      const password = await hashPassword(account.password)
      const id = account.sub ?? randomUUID()
      // One transaction: a user without a password could never sign in.
      const created = await db.transaction().execute(async (transaction) => {
        const { numAffectedRows } = await sql`
          insert into identity."user" (id, name, email, email_verified, first_name, last_name, roles)
          values (${id}, ${`${account.firstName} ${account.lastName}`}, ${email}, ${account.emailVerified},
                  ${account.firstName}, ${account.lastName}, ${JSON.stringify(account.roles)})
          on conflict (email) do nothing`.execute(transaction)
        if (numAffectedRows === 0n) return false
        await sql`
          insert into identity.account (id, account_id, provider_id, user_id, password)
          values (${randomUUID()}, ${id}, 'credential', ${id}, ${password})`.execute(transaction)
        return true
      })
      if (created) return { sub: id }
      const winner = await known()
      if (!winner) throw new Error('an account was removed while it was looked for')
      return { sub: winner.sub }
    },

    /** Compares the tables with what better-auth expects; throws where they differ. */
    async check(): Promise<void> {
      await (await auth.$context).checkSchema?.()
    },
  }
}

/** Removes what has expired: protocol state, account sessions, counted attempts. Cheap: indexed. */
export async function forgetExpired(db: Database): Promise<void> {
  await sql`delete from identity.oidc_payload where expires_at < now() - interval '1 minute'`.execute(db)
  await sql`delete from identity.session where expires_at < now()`.execute(db)
  await sql`delete from identity.sign_in_failure where expires_at < now()`.execute(db)
}
