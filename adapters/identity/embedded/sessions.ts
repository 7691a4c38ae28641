import { sql } from 'kysely'
import { type Auth, headersOf, type RequestSource } from './auth.ts'
import type { Database } from './database.ts'

/** An account session of this browser. */
export interface AccountSession {
  id: string
  sub: string
  /** How its user was authenticated (RFC 8176); empty before the last factor. */
  amr: string[]
}

export interface ListedSession {
  id: string
  userAgent: string
  address: string
  since: Date
  lastUsed: Date
}

export type Sessions = ReturnType<typeof sessionsIn>

/** Time for the second factor, and for setting one up. */
const pendingMinutes = 15

/** After this a session ends however much it is used, and its owner shows who they are again. */
const longestHours = 24

/** Account sessions. The protocol's session counts only while the account session beside it lives (provider.ts). */
export function sessionsIn(options: { auth: Auth; db: Database; sessionSeconds: number }) {
  const { auth, db } = options
  const lifetime = sql`least(now() + make_interval(secs => ${options.sessionSeconds}),
                              created_at + make_interval(hours => ${longestHours}))`

  async function idOf(source: RequestSource): Promise<string | undefined> {
    return (await auth.api.getSession({ headers: headersOf(source) }))?.session.id
  }

  return {
    /** Begins a session, in place of the browser's last one; it gives no rights before `complete`. */
    async open(sub: string, source: RequestSource): Promise<{ id: string; cookies: string[] }> {
      const before = await idOf(source)
      if (before) await sql`delete from identity.session where id = ${before}`.execute(db)
      const reply = await auth.api.openSession({
        body: { userId: sub },
        headers: headersOf(source),
        asResponse: true,
      })
      const { id } = (await reply.json()) as { id: string }
      await sql`
        update identity.session set expires_at = now() + make_interval(mins => ${pendingMinutes})
        where id = ${id}`.execute(db)
      return { id, cookies: reply.headers.getSetCookie() }
    },

    /** The session of a sign-in that is under way. */
    async pending(source: RequestSource): Promise<AccountSession | undefined> {
      const { rows } = await sql<AccountSession>`
        select id, user_id as sub, amr from identity.session
        where id = ${(await idOf(source)) ?? null} and completed_at is null and expires_at > now()`.execute(
        db,
      )
      return rows[0]
    },

    /** The last factor was shown; what remains is to finish the sign-in. */
    async authenticated(id: string, amr: readonly string[]): Promise<void> {
      await sql`update identity.session set amr = ${amr} where id = ${id}`.execute(db)
    },

    /** Gives the session its rights. */
    async complete(id: string): Promise<void> {
      await sql`
        update identity.session set completed_at = now(), updated_at = now(), expires_at = ${lifetime}
        where id = ${id} and amr <> '{}'`.execute(db)
    },

    /** The signed-in session, which this use prolongs; beside which session of the protocol it lives, where that is known. */
    async current(source: RequestSource, protocolUid?: string): Promise<AccountSession | undefined> {
      const { rows } = await sql<AccountSession>`
        update identity.session set updated_at = now(), expires_at = ${lifetime},
          protocol_uid = coalesce(${protocolUid ?? null}, protocol_uid)
        where id = ${(await idOf(source)) ?? null} and completed_at is not null and expires_at > now()
        returning id, user_id as sub, amr`.execute(db)
      return rows[0]
    },

    /** The signed-in session beside one of the protocol's, and for how long it lives at least. */
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

    /** Ends one session, or all but one, or all; how many there were. */
    end: (sub: string, which: { id: string } | { but: string } | 'all') => endSessions(db, sub, which),

    /** Ends the session of these cookies; returns whose it was and the cookies that remove them. */
    async signOut(source: RequestSource): Promise<{ sub: string | undefined; cookies: string[] }> {
      const session = await auth.api.getSession({ headers: headersOf(source) })
      const reply = await auth.api.signOut({ headers: headersOf(source), asResponse: true })
      return { sub: session?.session.userId, cookies: reply.headers.getSetCookie() }
    },
  }
}

/** Ends one session of an account, or all but one, or all; how many there were. */
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
