import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** For how many days the mail to the old address lets its owner undo a change of address. */
export const UNDO_EMAIL_CHANGE_DAYS = 7

/** The purposes of tickets, with their validity in minutes. */
export const ticketMinutes = {
  'verify-email': 24 * 60,
  'change-email': 24 * 60,
  'undo-email-change': UNDO_EMAIL_CHANGE_DAYS * 24 * 60,
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
  /** As the database prints it, to the microsecond: orders two tickets of one purpose. */
  expiresAt: string
}

/** An account's ticket, sent to an address. */
export interface RedeemedTicket extends Ticket {
  sub: string
  email: string
}

export type Tickets = ReturnType<typeof ticketsIn>

/**
 * Single-use, expiring proofs: links sent by email, passkey challenges. 256 random bits, stored as a hash.
 */
export function ticketsIn(db: Database) {
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
  const columns = sql`user_id as sub, email, purpose, expires_at <= now() as expired,
    expires_at::text as "expiresAt"`
  const oneOf = (purposes: readonly TicketPurpose[]) => sql`purpose = any(${purposes})`

  async function take(
    on: Database,
    token: string,
    purposes: readonly TicketPurpose[],
  ): Promise<Ticket | undefined> {
    const { rows } = await sql<Ticket>`
      delete from identity.ticket
      where hash = ${hashOf(token)} and ${oneOf(purposes)} and expires_at > now()
      returning ${columns}`.execute(on)
    return rows[0]
  }

  return {
    /**
     * Returns the token. Invalidates the account's earlier tickets for the same purpose, except those that
     * undo a change of address, each sent to a different one: changing it twice must not lock the owner out.
     */
    async issue(
      purpose: TicketPurpose,
      holder: { sub: string; email?: string } | { sub: null },
      within?: Database,
    ): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      const email = 'email' in holder ? holder.email : null
      const insert = async (on: Database) => {
        if (purpose !== 'undo-email-change')
          await sql`
            delete from identity.ticket where purpose = ${purpose} and user_id = ${holder.sub}`.execute(on)
        await sql`
          insert into identity.ticket (hash, purpose, user_id, email, expires_at)
          values (${hashOf(token)}, ${purpose}, ${holder.sub}, ${email ?? null},
                  now() + make_interval(mins => ${ticketMinutes[purpose]}))`.execute(on)
      }
      await (within ? insert(within) : db.transaction().execute(insert))
      return token
    },

    /** Reads a ticket without using it up, even an expired one, so that a new one can be offered. */
    async look(token: string, ...purposes: TicketPurpose[]): Promise<Ticket | undefined> {
      const { rows } = await sql<Ticket>`
        select ${columns} from identity.ticket
        where hash = ${hashOf(token)} and ${oneOf(purposes)}`.execute(db)
      return rows[0]
    },

    /** Uses it up. Of two concurrent requests, one gets it. */
    take: (token: string, ...purposes: TicketPurpose[]) => take(db, token, purposes),

    /**
     * Uses it up and performs `work` in one transaction that locks the account, so that nothing can void
     * tickets in between. Undefined if there is no such ticket, or `work` finds it useless.
     */
    redeem: <T>(
      token: string,
      purpose: TicketPurpose,
      work: (transaction: Database, ticket: RedeemedTicket) => Promise<T | undefined>,
    ): Promise<T | undefined> =>
      db.transaction().execute(async (transaction) => {
        await sql`
          select 1 from identity."user"
          where id = (select user_id from identity.ticket where hash = ${hashOf(token)}) for update`.execute(
          transaction,
        )
        const ticket = await take(transaction, token, [purpose])
        if (!ticket?.sub || ticket.email === null) return undefined
        return work(transaction, { ...ticket, sub: ticket.sub, email: ticket.email })
      }),
  }
}

/** The former addresses whose owners can still undo a change of the account's address. */
export async function formerAddresses(db: Database, sub: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct t.email from identity.ticket t join identity."user" u on u.id = t.user_id
    where t.user_id = ${sub} and t.purpose = 'undo-email-change' and t.expires_at > now() and t.email <> u.email`.execute(
    db,
  )
  return rows.map(({ email }) => email)
}

/**
 * Voids what was begun but not completed: pending changes, verifications, resets, set-ups. Links that undo a
 * change of address stay.
 */
export async function voidTickets(db: Database, sub: string): Promise<void> {
  await sql`
    delete from identity.ticket where user_id = ${sub} and purpose <> 'undo-email-change'`.execute(db)
}
