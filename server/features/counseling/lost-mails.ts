import type { Connection } from '#server/database/connection/connect.ts'
import { lostMails } from '#server/features/mail/public.ts'
import { addEvent, changeRequest, eventsOf, lockRequest } from './store.ts'

interface Keys {
  /** The prefix of the keys of mails that hand requests over. */
  begin: string
  /** The request and round that a mail belongs to; null for another mail. */
  requestOf(key: string): { reference: string; attempt: number } | null
}

/** A request whose mail was not delivered was not handed over: Support sees it and decides. */
export async function noteLostMails({ db }: Connection, keys: Keys): Promise<void> {
  for (const { key, last_error } of await lostMails(db, keys.begin)) {
    const lost = keys.requestOf(key ?? '')
    if (!lost) continue
    await db.transaction().execute(async (transaction) => {
      const row = await lockRequest(transaction, { reference: lost.reference })
      if (row?.state !== 'handed-over') return
      const again = (await eventsOf(transaction, [row.id])).filter(({ kind }) => kind === 'sent-again')
      if (again.length !== lost.attempt) return
      const detail = `The email to the partner was not delivered: ${last_error}`
      await changeRequest(transaction, row.id, { state: 'refused', last_error: detail })
      await addEvent(transaction, row.id, 'refused', { actor: 'Karyo', detail })
    })
  }
}
