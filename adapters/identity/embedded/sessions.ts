import { sql } from 'kysely'
import { isStillVerified, lockAccount } from './accounts.ts'
import { type Auth, headersOf, type RequestSource } from './auth.ts'
import type { Database } from './database.ts'

/** This browser's account session. */
export interface AccountSession {
  id: string
  sub: string
  /** How the user was authenticated (RFC 8176); empty before the last factor. */
  amr: string[]
  /** Who answered for the user; null for the account's own password or passkey. */
  hospital: HospitalSubject | null
}

/** A user of a hospital's provider. */
export interface HospitalSubject {
  issuer: string
  subject: string
}

/** The first of a session's authentication methods; `fed`: by the hospital. */
export const firstFactorOf = ({ hospital }: Pick<AccountSession, 'hospital'>) => (hospital ? 'fed' : 'pwd')

export interface ListedSession {
  id: string
  userAgent: string
  address: string
  since: Date
  lastUsed: Date
}

export type Sessions = ReturnType<typeof sessionsIn>

/** Time to enter or set up the second factor. */
const pendingMinutes = 15

/** After this, a session ends however much it is used, and its owner must sign in again. */
const longestHours = 24

/** Account sessions. The protocol's session is valid only while its account session lives (provider.ts). */
export function sessionsIn(options: { auth: Auth; db: Database; sessionSeconds: number }) {
  const { auth, db } = options
  const lifetime = sql`least(now() + make_interval(secs => ${options.sessionSeconds}),
                              created_at + make_interval(hours => ${longestHours}))`

  const columns = sql`id, user_id as sub, amr,
    case when hospital_issuer is null then null
         else jsonb_build_object('issuer', hospital_issuer, 'subject', hospital_subject) end as hospital`

  async function idOf(source: RequestSource): Promise<string | undefined> {
    return (await auth.api.getSession({ headers: headersOf(source) }))?.session.id
  }

  return {
    /** Opens a session that replaces the browser's previous one; it has no rights before `complete`. */
    async open(
      sub: string,
      source: RequestSource,
      hospital: HospitalSubject | null = null,
    ): Promise<{ id: string; cookies: string[] }> {
      const before = await idOf(source)
      if (before) await sql`delete from identity.session where id = ${before}`.execute(db)
      const reply = await auth.api.openSession({
        body: { userId: sub },
        headers: headersOf(source),
        asResponse: true,
      })
      const { id } = (await reply.json()) as { id: string }
      await sql`
        update identity.session
        set expires_at = now() + make_interval(mins => ${pendingMinutes}),
          hospital_issuer = ${hospital?.issuer ?? null}, hospital_subject = ${hospital?.subject ?? null}
        where id = ${id}`.execute(db)
      return { id, cookies: reply.headers.getSetCookie() }
    },

    /**
     * Opens a session after the password of this hash. Undefined if it was replaced since it was checked: all
     * sessions ended with it.
     */
    async openWithPassword(sub: string, hash: string, source: RequestSource) {
      const session = await this.open(sub, source)
      const holds = await db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, sub)
        const holds = await isStillVerified(transaction, { sub, hash })
        if (!holds) await endSessions(transaction, sub, { id: session.id })
        return holds
      })
      return holds ? session : undefined
    },

    /** The session of a sign-in in progress. */
    async pending(source: RequestSource): Promise<AccountSession | undefined> {
      const { rows } = await sql<AccountSession>`
        select ${columns} from identity.session
        where id = ${(await idOf(source)) ?? null} and completed_at is null and expires_at > now()`.execute(
        db,
      )
      return rows[0]
    },

    /** Records the last factor; only finishing the sign-in remains. */
    async authenticated(id: string, amr: readonly string[]): Promise<void> {
      await sql`update identity.session set amr = ${amr} where id = ${id}`.execute(db)
    },

    /** Gives the session its rights. */
    async complete(id: string): Promise<void> {
      await sql`
        update identity.session set completed_at = now(), updated_at = now(), expires_at = ${lifetime}
        where id = ${id} and amr <> '{}'`.execute(db)
    },

    /** The signed-in session, prolonged by this use, and the protocol session it belongs to, if known. */
    async current(source: RequestSource, protocolUid?: string): Promise<AccountSession | undefined> {
      const { rows } = await sql<AccountSession>`
        update identity.session set updated_at = now(), expires_at = ${lifetime},
          protocol_uid = coalesce(${protocolUid ?? null}, protocol_uid)
        where id = ${(await idOf(source)) ?? null} and completed_at is not null and expires_at > now()
        returning ${columns}`.execute(db)
      return rows[0]
    },

    /** The signed-in session of a protocol session, and its minimum remaining lifetime. */
    async signedInSession(protocolUid: string): Promise<{ id: string; secondsLeft: number } | undefined> {
      const { rows } = await sql<{ id: string; secondsLeft: number }>`
        select id, floor(extract(epoch from expires_at - now()))::integer as "secondsLeft"
        from identity.session
        where protocol_uid = ${protocolUid} and completed_at is not null and expires_at > now()
        order by completed_at desc limit 1`.execute(db)
      return rows[0]
    },

    async list(sub: string): Promise<ListedSession[]> {
      const { rows } = await sql<ListedSession>`
        select id, coalesce(user_agent, '') as "userAgent", coalesce(ip_address, '') as address,
               created_at as since, updated_at as "lastUsed"
        from identity.session
        where user_id = ${sub} and completed_at is not null and expires_at > now()
        order by updated_at desc`.execute(db)
      return rows
    },

    /** Ends one session, all but one, or all; returns how many. */
    end: (sub: string, which: { id: string } | { but: string } | 'all') => endSessions(db, sub, which),

    /** Ends the session of these cookies; returns its user and the cookies that remove it. */
    async signOut(source: RequestSource): Promise<{ sub: string | undefined; cookies: string[] }> {
      const session = await auth.api.getSession({ headers: headersOf(source) })
      const reply = await auth.api.signOut({ headers: headersOf(source), asResponse: true })
      return { sub: session?.session.userId, cookies: reply.headers.getSetCookie() }
    },
  }
}

/** Ends one session of an account, all but one, or all; returns how many. */
export async function endSessions(
  db: Database,
  sub: string,
  which: { id: string } | { but: string } | 'all',
): Promise<number> {
  const condition =
    which === 'all' ? sql`true` : 'id' in which ? sql`id = ${which.id}` : sql`id <> ${which.but}`
  const { numAffectedRows } = await sql`
    delete from identity.session where user_id = ${sub} and ${condition}`.execute(db)
  return Number(numAffectedRows)
}
