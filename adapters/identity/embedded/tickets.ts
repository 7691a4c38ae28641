import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What a ticket is for, and how many minutes it is good. */
export const ticketMinutes = {
  'verify-email': 24 * 60,
  'change-email': 24 * 60,
  'reset-password': 60,
  'add-passkey': 15,
  'use-passkey': 15,
  'set-up-authenticator': 15,
} as const

export type TicketPurpose = keyof typeof ticketMinutes

export interface Ticket {
  sub: string | null
  /** The address it was sent to. */
  email: string | null
  purpose: TicketPurpose
  expired: boolean
}

export type Tickets = ReturnType<typeof ticketsIn>

/** Single-use, expiring proofs: links sent by e-mail, passkey challenges. 256 random bits, kept as a hash. */
export function ticketsIn(db: Database) {
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
  const columns = sql`user_id as sub, email, purpose, expires_at <= now() as expired`
  const oneOf = (purposes: readonly TicketPurpose[]) => sql`purpose = any(${purposes})`

  return {
    /** The token. An earlier ticket of the account for the same purpose is no longer good. */
    async issue(
      purpose: TicketPurpose,
      whom: { sub: string; email?: string } | { sub: null },
    ): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      const email = 'email' in whom ? whom.email : null
      await db.transaction().execute(async (transaction) => {
        await sql`
          delete from identity.ticket where purpose = ${purpose} and user_id = ${whom.sub}`.execute(
          transaction,
        )
        await sql`
          insert into identity.ticket (hash, purpose, user_id, email, expires_at)
          values (${hashOf(token)}, ${purpose}, ${whom.sub}, ${email ?? null},
                  now() + make_interval(mins => ${ticketMinutes[purpose]}))`.execute(transaction)
      })
      return token
    },

    /** Looks without using it up; also an expired one, so that a new one can be offered. */
    async look(token: string, ...purposes: TicketPurpose[]): Promise<Ticket | undefined> {
      const { rows } = await sql<Ticket>`
        select ${columns} from identity.ticket
        where hash = ${hashOf(token)} and ${oneOf(purposes)}`.execute(db)
      return rows[0]
    },

    /** Uses it up. Of two at the same moment one gets it. */
    async take(token: string, ...purposes: TicketPurpose[]): Promise<Ticket | undefined> {
      const { rows } = await sql<Ticket>`
        delete from identity.ticket
        where hash = ${hashOf(token)} and ${oneOf(purposes)} and expires_at > now()
        returning ${columns}`.execute(db)
      return rows[0]
    },
  }
}
