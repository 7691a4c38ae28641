import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIL_KEYS } from '#adapters/counseling-partner/mail.ts'
import { connect } from '#server/database/connection/connect.ts'
import { roleUrl } from '#server/database/roles.ts'
import { mailOutbox } from '#server/features/mail/outbox.ts'
import { withdrawMails } from '#server/features/mail/public.ts'
import { startBoss } from '#server/jobs/boss.ts'
import { TEST_SECRET, testDatabase } from '#server/testing/database.ts'
import { APPOINTMENT } from '#server/testing/examples/counseling.ts'
import { noteLostMails } from './lost-mails.ts'
import { addEvent, eventsOf } from './store.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let worker: ReturnType<typeof connect>
let boss: Awaited<ReturnType<typeof startBoss>>
beforeAll(async () => {
  database = await testDatabase()
  worker = connect({ url: database.url, secret: TEST_SECRET, role: 'karyo_worker', max: 2 })
  boss = await startBoss(roleUrl(database.url, TEST_SECRET, 'karyo_worker'), () => {})
})
afterAll(async () => {
  await boss?.stop({ graceful: false })
  await worker?.close()
  await database?.drop()
})

/** A request that was handed over by mail; `mail` sets the delivery state of one round's mail. */
async function mailed() {
  const { id, reference } = await worker.db
    .insertInto('appointment_request')
    .values({
      ...{ content_key: randomUUID(), language: 'en', content: JSON.stringify(APPOINTMENT) },
      ...{ state: 'handed-over', handed_over_at: new Date() },
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
  const key = (attempt: number) => `counseling-${reference}-${attempt}`
  const mails = () => worker.db.updateTable('mail_out')
  return {
    ...{ id, reference },
    send: (attempt: number) =>
      mailOutbox(boss)(worker.db, {
        ...{ to: 'requests@partner.test', subject: 'Request', text: 'sealed', key: key(attempt) },
      }),
    lose: (attempt: number) =>
      mails()
        .set({ given_up_at: new Date(), last_error: '550 no such mailbox' })
        .where('key', '=', key(attempt))
        .execute(),
    row: () =>
      worker.db.selectFrom('appointment_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    mail: (attempt: number) =>
      worker.db.selectFrom('mail_out').selectAll().where('key', '=', key(attempt)).executeTakeFirstOrThrow(),
  }
}

test('a request whose mail was not delivered goes to Support, once, until it is sent again', async () => {
  const request = await mailed()
  await request.send(0)
  await noteLostMails(worker, MAIL_KEYS)
  expect((await request.row()).state).toBe('handed-over')
  await request.lose(0)
  await noteLostMails(worker, MAIL_KEYS)
  await noteLostMails(worker, MAIL_KEYS)
  expect(await request.row()).toMatchObject({ state: 'refused', last_error: expect.stringContaining('550') })
  expect(await eventsOf(worker.db, [request.id])).toMatchObject([{ kind: 'refused', actor: 'Karyo' }])

  await addEvent(worker.db, request.id, 'sent-again')
  await worker.db
    .updateTable('appointment_request')
    .set({ state: 'handed-over' })
    .where('id', '=', request.id)
    .execute()
  await request.send(1)
  await noteLostMails(worker, MAIL_KEYS)
  expect((await request.row()).state).toBe('handed-over')
})

test('no mail is sent for a deleted request, while mails for others are', async () => {
  const [request, other] = [await mailed(), await mailed()]
  await request.send(0)
  await other.send(0)
  await withdrawMails(worker.db, `counseling-${request.reference}-`)
  expect(await request.mail(0)).toMatchObject({ body: '', sent_at: expect.any(Date) })
  expect(await other.mail(0)).toMatchObject({ body: 'sealed', sent_at: null })
})
