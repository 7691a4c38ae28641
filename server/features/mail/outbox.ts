import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { Mail, MailSender } from '#adapters/mail/port.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { NotTaken, reportFailure } from '#server/jobs/failure.ts'
import { MAIL_QUEUE } from '#server/jobs/queues.ts'

interface Waiting {
  mailId: string
}

/** Of two mails with the same `key`, only the first is ever sent. */
export type SendMail = (
  db: Kysely<Tables> | Transaction<Tables>,
  mail: Mail & { key?: string },
) => Promise<void>

/**
 * Writes a mail and its job in the transaction that causes it (`db`): both are committed, or neither. Without
 * a transaction it opens one.
 */
export function mailOutbox(boss: PgBoss): SendMail {
  async function put(db: Transaction<Tables>, { key, to, subject, text }: Mail & { key?: string }) {
    const id = randomUUID()
    // karyo_portal cannot read mails, so the number of inserted rows tells whether the key is new.
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('mail_out')
      .values({ id, key: key ?? null, recipient: to, subject, body: text })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return
    const job: Waiting = { mailId: id }
    await boss.send(MAIL_QUEUE.name, job, { db: fromKysely(db) })
  }
  return (db, mail) =>
    db.isTransaction
      ? put(db as Transaction<Tables>, mail)
      : db.transaction().execute((transaction) => put(transaction, mail))
}

/** Delivers one mail and records the result. Throws if it should be retried. */
export async function deliver(
  { db }: Connection,
  sender: MailSender,
  id: string,
  lastTry: boolean,
): Promise<void> {
  const mail = await db.selectFrom('mail_out').selectAll().where('id', '=', id).executeTakeFirst()
  if (!mail || mail.sent_at !== null || mail.given_up_at !== null) return
  const note = (outcome: { last_error?: string; sent_at?: Date; given_up_at?: Date; body?: string }) =>
    db
      .updateTable('mail_out')
      .set({ ...outcome, tries: sql`tries + 1` })
      .where('id', '=', id)
      .execute()
  const { recipient: to, subject, body: text } = mail
  const answer = await sender.send({ id, to, subject, text }).catch(async (error: Error) => {
    await note({ last_error: error.message, ...(lastTry ? { given_up_at: new Date(), body: '' } : {}) })
    throw new NotTaken(error.message, { cause: error })
  })
  await note(
    answer.taken
      ? { last_error: '', sent_at: new Date(), body: '' }
      : { last_error: answer.reason, given_up_at: new Date(), body: '' },
  )
}

/** Sends pending mails, two at a time, until `boss` stops. `onError` receives unexpected errors. */
export async function startMailDelivery(
  boss: PgBoss,
  connection: Connection,
  sender: MailSender,
  onError: (error: Error) => void = () => {},
): Promise<void> {
  const worker = await boss.work<Waiting, void, { includeMetadata: true; localConcurrency: number }>(
    MAIL_QUEUE.name,
    {
      ...{ pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds: 3 },
      ...{ localConcurrency: 2, includeMetadata: true },
    },
    async ([job]) => {
      if (!job) return
      const isLast = job.retryCount >= job.retryLimit
      await deliver(connection, sender, job.data.mailId, isLast).catch(reportFailure(onError))
      // Starts the next job without waiting for the next poll.
      boss.notifyWorker(worker)
    },
  )
}

/**
 * The pending mails and since when the oldest is, and those of the last seven days that were never delivered.
 */
export function waitingMail({ db }: Connection) {
  return db
    .selectFrom('mail_out')
    .where('sent_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().filterWhere('given_up_at', 'is', null).as('count'))
    .select(
      sql<
        number | null
      >`extract(epoch from now() - min(created_at) filter (where given_up_at is null))::float`.as(
        'oldestSeconds',
      ),
    )
    .select((eb) =>
      eb.fn
        .countAll<number>()
        .filterWhere('given_up_at', '>', sql<Date>`now() - interval '7 days'`)
        .as('givenUp'),
    )
    .executeTakeFirstOrThrow()
}
