import type { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { smtpSender } from '#adapters/mail/smtp.ts'
import { type MailServer, startMailServer } from '#adapters/mail/testing/mail-server.ts'
import { administer, type Connection, connect } from '#server/database/connection/connect.ts'
import { roleUrl } from '../../database/roles.ts'
import { startBoss } from '../../jobs/boss.ts'
import { MAIL_QUEUE } from '../../jobs/queues.ts'
import { TEST_SECRET, type TestDatabase, testDatabase } from '../../testing/database.ts'
import { deliver, mailOutbox, type SendMail, startMailDelivery, waitingMail } from './outbox.ts'

let database: TestDatabase
let portal: Connection
let worker: Connection
let boss: PgBoss
let sendMail: SendMail
let server: MailServer | undefined

beforeAll(async () => {
  database = await testDatabase()
  const open = (role: 'karyo_portal' | 'karyo_worker') =>
    connect({ url: database.url, secret: TEST_SECRET, role, max: 4 })
  ;[portal, worker] = [open('karyo_portal'), open('karyo_worker')]
  boss = await startBoss(roleUrl(database.url, TEST_SECRET, 'karyo_worker'), () => {})
  sendMail = mailOutbox(boss)
})
afterAll(async () => {
  await boss?.stop({ graceful: false })
  await Promise.all([portal?.close(), worker?.close()])
  await database?.drop()
})
afterEach(async () => {
  await boss.offWork(MAIL_QUEUE.name)
  await server?.close()
  await administer(database.url, (db) => db.deleteFrom('mail_out').execute())
  await boss.deleteAllJobs(MAIL_QUEUE.name)
})

const from = 'portal@larkfield.test'
const mailTo = (to: string, subject = 'Hello') => ({
  to,
  subject,
  text: `Open https://portal.test/${subject}`,
})
const rowOf = (to: string) =>
  worker.db.selectFrom('mail_out').selectAll().where('recipient', '=', to).executeTakeFirst()
/** The recipients a server received mail for, in order. */
const recipients = ({ received }: MailServer) => received.map((raw) => raw.match(/^To: (.*?)\r?$/m)?.[1])

async function startDelivering(answers: Parameters<typeof startMailServer>[0] = {}) {
  server = await startMailServer(answers)
  await startMailDelivery(boss, worker, smtpSender({ url: server.url, from }))
  return server
}

/**
 * Waits until the mail's row satisfies `is`: the delivery is recorded a moment after the server received it.
 */
async function untilRow(to: string, is: (row: NonNullable<Awaited<ReturnType<typeof rowOf>>>) => boolean) {
  return expect.poll(async () => ((row) => row !== undefined && is(row))(await rowOf(to))).toBe(true)
}

describe('the mail outbox', () => {
  test('delivers what a request writes, and does not keep its text', async () => {
    await portal.db.transaction().execute((db) => sendMail(db, mailTo('ada@clinic.test')))
    expect(await waitingMail(worker)).toMatchObject({ count: 1, givenUp: 0 })
    const { received, until } = await startDelivering()
    await until(1)
    await untilRow('ada@clinic.test', (row) => row.sent_at !== null)
    expect(received[0]).toContain('https://portal.test/Hello')
    expect(await rowOf('ada@clinic.test')).toMatchObject({ tries: 1, last_error: '', body: '' })
    expect(await waitingMail(worker)).toEqual({ count: 0, oldestSeconds: null, givenUp: 0 })
  })

  test('does not send what is rolled back', async () => {
    const undone = portal.db.transaction().execute(async (db) => {
      await sendMail(db, mailTo('undone@clinic.test'))
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await sendMail(portal.db, mailTo('done@clinic.test'))
    const server = await startDelivering()
    await server.until(1)
    await untilRow('done@clinic.test', (row) => row.sent_at !== null)
    expect(recipients(server)).toEqual(['done@clinic.test'])
    expect(await rowOf('undone@clinic.test')).toBeUndefined()
    expect(await boss.findJobs(MAIL_QUEUE.name)).toHaveLength(1)
  })

  test('sends the first of two mails with one key, even if both are written concurrently', async () => {
    await sendMail(portal.db, { ...mailTo('first@clinic.test'), key: 'approved-7' })
    await sendMail(portal.db, { ...mailTo('second@clinic.test'), key: 'approved-7' })
    const both = ['third@clinic.test', 'fourth@clinic.test'].map((to) =>
      portal.db.transaction().execute((db) => sendMail(db, { ...mailTo(to), key: 'approved-8' })),
    )
    await Promise.all(both)
    await sendMail(portal.db, { ...mailTo('last@clinic.test'), key: 'approved-9' })
    const server = await startDelivering()
    await server.until(3)
    await expect.poll(async () => (await waitingMail(worker)).count).toBe(0)
    expect(recipients(server)).toHaveLength(3)
    expect(recipients(server)).toEqual(expect.arrayContaining(['first@clinic.test', 'last@clinic.test']))
    expect(recipients(server)).not.toContain('second@clinic.test')
  })

  test('delivers once, and loses nothing, when a mail server was away for a while', async () => {
    // Shorter than production's hours.
    await boss.updateQueue(MAIL_QUEUE.name, { retryDelay: 1, retryBackoff: true, retryDelayMax: 1 })
    const answers = { isAway: true }
    await sendMail(portal.db, mailTo('patient@clinic.test'))
    const server = await startDelivering(answers)
    await untilRow('patient@clinic.test', (row) => row.tries > 0)
    expect(await rowOf('patient@clinic.test')).toMatchObject({
      sent_at: null,
      last_error: expect.stringMatching(/ECONNRESET|closed/),
    })
    expect((await waitingMail(worker)).oldestSeconds).toBeGreaterThan(0)
    answers.isAway = false
    await server.until(1)
    await untilRow('patient@clinic.test', (row) => row.sent_at !== null)
    expect(recipients(server)).toEqual(['patient@clinic.test'])
  })

  test('gives up a refused recipient visibly, and delivers the mails after it', async () => {
    await sendMail(portal.db, mailTo('nobody@clinic.test'))
    await sendMail(portal.db, mailTo('busy@clinic.test'))
    await sendMail(portal.db, mailTo('ben@clinic.test'))
    const answers = { recipients: { 'nobody@clinic.test': 550, 'busy@clinic.test': 450 } }
    const server = await startDelivering(answers)
    await server.until(1)
    await untilRow('nobody@clinic.test', (row) => row.given_up_at !== null)
    await untilRow('busy@clinic.test', (row) => row.tries > 0)
    await untilRow('ben@clinic.test', (row) => row.sent_at !== null)
    expect(recipients(server)).toEqual(['ben@clinic.test'])
    expect(await rowOf('nobody@clinic.test')).toMatchObject({ tries: 1, last_error: '550 not here' })
    expect(await waitingMail(worker)).toMatchObject({ count: 1, givenUp: 1 })
  })

  test('a mail that could not be delivered by the last try is given up for good', async () => {
    await sendMail(portal.db, mailTo('stale@clinic.test'))
    const { id } = (await rowOf('stale@clinic.test')) ?? { id: '' }
    const away = { send: () => Promise.reject(new Error('away')) }
    await expect(deliver(worker, away, id, false)).rejects.toThrow('away')
    expect(await rowOf('stale@clinic.test')).toMatchObject({ tries: 1, given_up_at: null })
    await expect(deliver(worker, away, id, true)).rejects.toThrow('away')
    await deliver(worker, away, id, true)
    expect(await rowOf('stale@clinic.test')).toMatchObject({ tries: 2, given_up_at: expect.any(Date) })
  })
})

describe('roles that serve requests', () => {
  test.each([
    ['reads no mail', 'select subject from mail_out'],
    ['changes none', "update mail_out set recipient = 'eve@evil.test'"],
    ['deletes none', 'delete from mail_out'],
  ])('%s', async (_what, statement) => {
    await expect(portal.pool.query(statement)).rejects.toThrow('permission denied')
  })
})
