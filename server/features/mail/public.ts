import type { Kysely } from 'kysely'
import { likeText } from '#server/database/like.ts'
import type { Tables } from '#server/database/schema/tables.ts'

export type { SendMail } from './outbox.ts'

/** Mails that never arrived and whose key begins so: refused by the mail server, or tried for days in vain. */
export async function lostMails(db: Kysely<Tables>, keysBeginWith: string) {
  return db
    .selectFrom('mail_out')
    .select(['key', 'last_error'])
    .where('given_up_at', 'is not', null)
    .where('key', 'like', `${likeText(keysBeginWith)}%`)
    .execute()
}

/** Lets no mail leave any more whose key begins so, and takes away what it would have said. */
export async function withdrawMails(db: Kysely<Tables>, keysBeginWith: string): Promise<void> {
  await db
    .updateTable('mail_out')
    .set({ sent_at: new Date(), body: '', last_error: 'Withdrawn' })
    .where('key', 'like', `${likeText(keysBeginWith)}%`)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
}
