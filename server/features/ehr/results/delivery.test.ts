import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FilesAway } from '#adapters/files/port.ts'
import { administer } from '#server/database/connection/connect.ts'
import { CORRECTED_REPORT, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { claim, noteAnswered } from './queue.ts'
import { submittedFrom } from './testing/hospital-order.ts'
import { connected, outgoing, reporting } from './testing/reported.ts'

let portal: TestPortal
let delivery: ReturnType<TestPortal['sendResults']>
const errors: Error[] = []
/** What reading `REPORT` from the store ends with. */
let trouble: Error | null = null
/** How each message to an interface ended. */
const watched: [code: string, end: 'answered' | 'failed'][] = []
/** The interfaces whose hospital answered another portal. */
const answeringOthers: string[] = []
const keyOfReport = createHash('sha256').update(REPORT).digest('hex')
beforeAll(async () => {
  portal = await startPortal()
  const { files } = portal
  delivery = portal.sendResults({
    onError: (error) => errors.push(error),
    watch(code, call) {
      call.then(
        () => watched.push([code, 'answered']),
        () => watched.push([code, 'failed']),
      )
      return call
    },
    answersAgain: (code) => answeringOthers.push(code),
    files: {
      ...files,
      get: (key) => (trouble && key === keyOfReport ? Promise.reject(trouble) : files.get(key)),
    },
  })
})
afterEach(() => {
  trouble = null
  errors.length = 0
})
afterAll(async () => {
  await delivery?.close()
  await portal?.stop()
})

const { report } = reporting(() => portal)

test('a result that cannot be written waits for Support with the reason, is reported, and holds back only its own order', async () => {
  const { ehr, epic, id } = await connected(portal)
  trouble = new Error('the content does not match its key')
  await report(id)
  const other = await submittedFrom(portal, epic)
  await report(other.id, 'F', CORRECTED_REPORT)
  await expect.poll(() => outgoing(portal, other.id)).toMatchObject([{ outcome: 'taken' }])
  expect(await outgoing(portal, id)).toMatchObject([
    {
      ...{ outcome: 'refused', tries: 0 },
      reason: 'Not sent: it cannot be written (the content does not match its key)',
    },
  ])
  expect(errors).toEqual([trouble])
  expect(ehr.messages).toHaveLength(1)
})

test('a result whose files are away waits until they are back, and is no error', async () => {
  const { ehr, id } = await connected(portal)
  trouble = new FilesAway('the file storage cannot be used: EIO')
  await report(id)
  await expect.poll(async () => (await outgoing(portal, id))[0]?.tries).toBeGreaterThan(0)
  expect([await outgoing(portal, id), ehr.messages]).toMatchObject([[{ outcome: null }], []])
  trouble = null
  await expect.poll(() => outgoing(portal, id)).toMatchObject([{ outcome: 'taken' }])
  expect(errors).toEqual([])
})

test('[OPS-06] each message is watched under its interface; a refusal is an answer', async () => {
  const { ehr, epic, id } = await connected(portal, {}, 'none')
  await report(id)
  await expect.poll(async () => (await outgoing(portal, id))[0]?.tries).toBeGreaterThan(0)
  ehr.answer('AE no such order')
  await expect.poll(() => outgoing(portal, id)).toMatchObject([{ outcome: 'refused' }])
  const ends = watched.filter(([code]) => code === epic.code).map(([, end]) => end)
  expect([ends[0], ends.at(-1)]).toEqual(['failed', 'answered'])
})

test('[OPS-06] a hospital that did not answer this portal works again once it has answered another', async () => {
  const { epic, id } = await connected(portal, {}, 'none')
  const { db } = portal.worker
  await report(id)
  await expect.poll(async () => (await outgoing(portal, id))[0]?.tries).toBeGreaterThan(0)
  // Another portal makes the next try.
  await expect
    .poll(async () => {
      await sql`update ehr_results set retry_at = now() where interface_code = ${epic.code}`.execute(db)
      return claim(db, epic.code)
    })
    .not.toBeNull()
  expect(answeringOthers).not.toContain(epic.code)
  await noteAnswered(db, epic.code)
  await db
    .updateTable('ehr_message_out')
    .set({ outcome: 'taken', settled_at: sql`now()` })
    .where('order_id', '=', id)
    .execute()
  await expect.poll(() => answeringOthers).toContain(epic.code)
})

test('[OPS-06] a hospital does not work again because that it did not answer could not be noted', async () => {
  const { ehr, epic, id } = await connected(portal, {}, 'none')
  const change = (statement: ReturnType<typeof sql>) =>
    administer(portal.database.url, (db) => statement.execute(db))
  await change(sql`create function refuse_note() returns trigger language plpgsql as
    $$ begin raise exception 'the note is refused'; end $$`)
  await change(sql`create trigger refuse_note before update on ehr_results for each row
    when (new.tries > old.tries and new.interface_code = ${sql.lit(epic.code)}) execute function refuse_note()`)
  await report(id)
  // Before the second try, it was looked at who answers again.
  await expect.poll(() => errors.length).toBeGreaterThan(1)
  await change(sql`drop function refuse_note() cascade`)
  expect(errors[0]?.message).toContain('the note is refused')
  expect(answeringOthers).not.toContain(epic.code)
  ehr.answer('AE no such order')
  await expect.poll(() => outgoing(portal, id)).toMatchObject([{ outcome: 'refused' }])
})
