import type { Kysely } from 'kysely'
import { likeText } from '#server/database/like.ts'
import type { Tables } from '#server/database/schema/tables.ts'

export type { SendMail } from './outbox.ts'

/**
 * Undelivered mails whose key starts with this: refused by the mail server, or given up after days of tries.
 */
export async function lostMails(db: Kysely<Tables>, keysBeginWith: string) {
  return db
    .selectFrom('mail_out')
    .select(['key', 'last_error'])
    .where('given_up_at', 'is not', null)
    .where('key', 'like', `${likeText(keysBeginWith)}%`)
    .execute()
}

/** Stops all unsent mails whose key starts with this, and deletes their text. */
export async function withdrawMails(db: Kysely<Tables>, keysBeginWith: string): Promise<void> {
  await db
    .updateTable('mail_out')
    .set({ sent_at: new Date(), body: '', last_error: 'Withdrawn' })
    .where('key', 'like', `${likeText(keysBeginWith)}%`)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}
