import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listenMllp } from '#adapters/hl7/mllp-server.ts'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { anyPdf } from '#adapters/pdf/testing/any-pdf.ts'
import type { Order } from '#contract/order.ts'
import { addWorkingDays } from '#domain/dates/dates.ts'
import { administer, connect } from '#server/database/connection/connect.ts'
import { TEST_SECRET } from '#server/testing/database.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { sendTo } from '#simulators/laboratory/testing/portal.ts'
import { laboratoryInbox } from './inbox.ts'

let portal: TestPortal
let order: Order
/** All of one width, because results from two messages of the same instant are ordered by message name. */
let control = 10_000
/** A control id that is unique in this file. */
const next = () => `C${++control}`

beforeAll(async () => {
  portal = await startPortal()
  order = await portal.submitted()
})
afterEach(async () => {
  order = await portal.submitted()
})
afterAll(() => portal?.stop())

type MessageOptions = Parameters<typeof laboratoryMessage>[1]
const say = (
  options: Partial<MessageOptions> & { status: string },
  controlId = next(),
  receive = portal.receive,
) => receive(laboratoryMessage(controlId, { order: order.id, number: `L-${order.id}`, ...options }))
/** An inbox with so many connections of its own: who waits for a connection of the portal's four gives up after a while. */
function inboxAt(url: string, max: number) {
  const connection = connect({ url, secret: TEST_SECRET, role: 'karyo_worker', max })
  onTestFinished(() => connection.close())
  return laboratoryInbox({
    ...{ connection, codec, files: portal.files, sendOrderNotice: async () => {}, openPdf: anyPdf },
  })
}
const get = ({ id } = order) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
const kinds = async () => (await get()).events.map(({ kind }) => kind).slice(2)
/** MSA, the answer itself; the acknowledgement's own header differs each time. */
const answerOf = (acknowledgement: string | null) => /MSA.*/.exec(acknowledgement ?? '')?.[0]
const stored = (controlId: string) =>
  portal.worker.db
    .selectFrom('message_in')
    .selectAll()
    .where('control_id', '=', controlId)
    .orderBy('id')
    .execute()
const outcomes = async (controlId: string) => (await stored(controlId)).map(({ outcome }) => outcome)

describe('[ORDER-08] the laboratory’s status messages', () => {
  test('give the order a number and an expected day when the sample arrives, and a report at the end', async () => {
    expect(await get()).toMatchObject({ accessionNumber: null, expectedOn: null })
    expect(answerOf(await say({ status: 'O' }))).toMatch(/^MSA\|AA\|C\d+/)
    const expectedOn = addWorkingDays('2026-03-13', 15)
    expect(await get()).toMatchObject({ state: 'accessioned', accessionNumber: `L-${order.id}`, expectedOn })
    // Later: of two numbers at one time, the content decides which counts.
    await say({ status: 'I', number: 'L-OTHER', at: '20260313102000-0500' })
    expect(await get()).toMatchObject({ state: 'in-process', accessionNumber: `L-${order.id}`, expectedOn })
    await say({ status: 'F', pdf: REPORT })
    expect(await get()).toMatchObject({ state: 'reported', expectedOn })
    expect(await kinds()).toEqual(['accessioned', 'in-process', 'reported'])
    const [report] = await portal.worker.db
      .selectFrom('report')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute()
    expect(await portal.files.get(report?.file_key ?? '')).toEqual(Buffer.from(REPORT))
  })

  test('find the order by the laboratory’s number if they have no other', async () => {
    await say({ status: 'O' })
    const message = laboratoryMessage(next(), { number: `L-${order.id}`, status: 'I' })
    expect(await portal.receive(message)).toContain('MSA|AA')
    expect((await get()).state).toBe('in-process')
  })

  test('lead to the same state in any order of arrival', async () => {
    await say({ status: 'F', pdf: REPORT })
    await say({ status: 'I' })
    await say({ status: 'O' })
    expect(await get()).toMatchObject({ state: 'reported', accessionNumber: `L-${order.id}` })
    expect(await kinds()).toEqual(['reported'])
  })

  test('a report that arrives after its correction is stored, and does not replace it', async () => {
    await say({ status: 'C', pdf: CORRECTED_REPORT, at: '20260313110000' })
    await say({ status: 'F', pdf: REPORT, at: '20260313100000' })
    expect((await get()).reports.map(({ version, corrected }) => [version, corrected])).toEqual([
      [2, true],
      [1, false],
    ])
    expect(await kinds()).toEqual(['reported'])
    const read = await portal
      .as('OrderViewer@P1')
      .orders.report({ params: { h: PARENT, id: order.id }, query: {} })
    expect(read).toEqual(new Uint8Array(CORRECTED_REPORT))
  })

  test("each test in an order has its own report, which does not correct another test's", async () => {
    await say({ test: 'WES1', status: 'F', pdf: REPORT, at: '20260313110000' })
    await say({ test: 'CMA1', status: 'F', pdf: CORRECTED_REPORT, at: '20260313100000' })
    const { reports, state } = await get()
    expect(state).toBe('reported')
    expect(reports.map(({ version, testCode, corrected }) => [version, testCode, corrected])).toEqual([
      [2, 'WES1', false],
      [1, 'CMA1', false],
    ])
    expect(await kinds()).toEqual(['reported', 'reported'])
  })

  test('a final status without a report provides no report to open', async () => {
    await say({ status: 'F' })
    expect((await get()).state).toBe('in-process')
    await say({ status: 'F', pdf: REPORT })
    expect((await get()).state).toBe('reported')
    expect(await kinds()).toEqual(['in-process', 'reported'])
    await say({ status: 'F' })
    expect((await get()).state).toBe('reported')
  })

  test('are received over a connection, as the laboratory sends them', async () => {
    const listener = await listenMllp({ host: '127.0.0.1', port: 0, receive: portal.receive })
    try {
      const options = { order: order.id, number: 'L-WIRE', status: 'F', pdf: REPORT }
      expect(await sendTo(listener.port, laboratoryMessage('WIRE-1', options))).toMatchObject({
        ...{ code: 'AA', controlId: 'WIRE-1' },
      })
    } finally {
      await listener.close()
    }
    expect(await get()).toMatchObject({ state: 'reported', accessionNumber: 'L-WIRE' })
  })
})

describe('a message is applied once', () => {
  test('however often it arrives, with the same answer each time', async () => {
    const id = next()
    const first = await say({ status: 'F', pdf: REPORT }, id)
    await portal.as('OrderViewer@P1').orders.report({ params: { h: PARENT, id: order.id }, query: {} })
    const before = await get()
    for (const _ of [1, 2, 3])
      expect(answerOf(await say({ status: 'F', pdf: REPORT }, id))).toBe(answerOf(first))
    expect(await get()).toEqual(before)
    expect(await outcomes(id)).toEqual(['applied', 'repeated', 'repeated', 'repeated'])
  })

  test('even if it arrives on several connections concurrently', async () => {
    const id = next()
    const receive = inboxAt(portal.database.url, 12)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => say({ status: 'F', pdf: REPORT }, id, receive)),
    )
    expect(new Set(answers.map(answerOf)).size).toBe(1)
    expect(answerOf(answers[0] ?? '')).toContain('MSA|AA')
    expect((await outcomes(id)).toSorted()).toEqual(['applied', ...Array(11).fill('repeated')])
    expect(await kinds()).toEqual(['reported'])
    expect((await get()).reports).toHaveLength(1)
  })

  test('while different messages about the same order are all applied concurrently', async () => {
    const receive = inboxAt(portal.database.url, 6)
    await Promise.all([
      ...['O', 'I', 'I', 'O'].map((status) => say({ status }, next(), receive)),
      say({ status: 'F', pdf: REPORT }, next(), receive),
      say({ status: 'C', pdf: CORRECTED_REPORT }, next(), receive),
    ])
    const { state, reports, accessionNumber } = await get()
    expect([state, reports.length, accessionNumber]).toEqual(['reported', 2, `L-${order.id}`])
    expect((await kinds()).filter((kind) => kind === 'reported')).toHaveLength(1)
  })

  test('one after the other, even if two found the order in the same state', async () => {
    const { db } = portal.worker
    const blocking = await db.startTransaction().execute()
    await blocking.selectFrom('orders').select('id').where('id', '=', order.id).forUpdate().execute()
    const activity = sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const waiting = async () => (await activity.execute(db)).rows.length
    const final = say({ status: 'F', pdf: REPORT })
    await expect.poll(waiting).toBe(1)
    const late = say({ status: 'I' })
    await expect.poll(waiting).toBe(2)
    await blocking.commit().execute()
    await Promise.all([final, late])
    expect((await get()).state).toBe('reported')
    expect(await kinds()).toEqual(['reported'])
  })

  test('also if the database ends its files’ announcement because of a deadlock: it is tried again', async () => {
    // A sequence counts on though the statement is undone.
    await administer(portal.database.url, async (db) => {
      await sql`create sequence announcements`.execute(db)
      await sql`create function ends_first() returns trigger language plpgsql security definer set search_path = public as $$
        begin
          if nextval('announcements') = 1 then raise exception using errcode = 'deadlock_detected'; end if;
          return new;
        end $$`.execute(db)
      await sql`create trigger ends_first before insert on erased_file for each row execute function ends_first()`.execute(
        db,
      )
    })
    onTestFinished(() =>
      administer(portal.database.url, async (db) => {
        await sql`drop function ends_first cascade`.execute(db)
        await sql`drop sequence announcements`.execute(db)
      }),
    )
    const id = next()
    expect(answerOf(await say({ status: 'F', pdf: REPORT }, id))).toContain('MSA|AA')
    expect(await outcomes(id)).toEqual(['applied'])
    expect((await get()).reports).toHaveLength(1)
  })

  test('the same control id from another sender is another message', async () => {
    const id = next()
    await say({ status: 'O' }, id)
    const other = laboratoryMessage(id, { order: order.id, status: 'I' }).replace(
      '|LIS|LARKFIELD|',
      '|LIS|ANNEX|',
    )
    expect(await portal.receive(other)).toContain('MSA|AA')
    expect(await outcomes(id)).toEqual(['applied', 'applied'])
    expect((await get()).state).toBe('in-process')
  })

  test('an unsolicited acknowledgement is stored and not answered, however often it arrives', async () => {
    const id = next()
    const acknowledgement = `MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|20260313101500||ACK|${id}|P|2.5.1\rMSA|AA|NW1\r`
    expect(await portal.receive(acknowledgement)).toBeNull()
    expect(await portal.receive(acknowledgement)).toBeNull()
    expect(await outcomes(id)).toEqual(['applied', 'repeated'])
  })

  test('the same report in another message changes nothing', async () => {
    await say({ status: 'F', pdf: REPORT })
    await portal.as('OrderViewer@P1').orders.report({ params: { h: PARENT, id: order.id }, query: {} })
    const before = await get()
    await say({ status: 'F', pdf: REPORT })
    expect(await get()).toEqual(before)
  })
})

describe('a message that cannot be applied is refused as a whole', () => {
  test("if the name and date of birth are another person's", async () => {
    const id = next()
    const options = laboratoryMessage(id, { order: order.id, status: 'F', pdf: REPORT })
    const answer = await portal.receive(options.replace(/PID[^\r]*/, 'PID|1||||Larkspur^Someone||19010101|F'))
    expect(answer).toContain('MSA|AE')
    expect(answer).toContain('names another patient than order')
    expect((await get()).state).toBe('en-route')
    expect((await get()).reports).toEqual([])
  })

  test('if the order is unknown', async () => {
    const id = next()
    const answer = await say({ order: 999_999_999, number: 'L-NONE', status: 'F', pdf: REPORT }, id)
    expect(answerOf(answer)).toMatch(new RegExp(`^MSA\\|AE\\|${id}\\|no submitted order 999999999`))
    const [message] = await stored(id)
    expect(message).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('999999999') })
  })

  test('if one order is known and another is not', async () => {
    const before = await get()
    const id = next()
    const known = { order: order.id, number: 'L-1', status: 'F', pdf: REPORT }
    const message = laboratoryMessage(id, known, { order: 999_999_999, number: 'L-2', status: 'O' })
    expect(answerOf(await portal.receive(message))).toContain('MSA|AE')
    expect(await get()).toEqual(before)
    // Corrected by the laboratory, the same message can be sent again.
    const corrected = laboratoryMessage(id, known)
    expect(answerOf(await portal.receive(corrected))).toContain('MSA|AA')
    expect((await get()).state).toBe('reported')
    expect(await outcomes(id)).toEqual(['refused', 'applied'])
  })

  test('if the order is a draft, which the laboratory never received', async () => {
    const draft = await portal.draft()
    expect(answerOf(await say({ order: draft.id, status: 'O' }))).toContain('MSA|AE')
    expect(await get(draft)).toEqual({ ...draft, abilities: [] })
  })

  test.each([
    ['no HL7', 'hello, laboratory here', 'AR'],
    ['nothing', '', 'AR'],
    ['half a header', 'MSH|^~\\&|LIS', 'AE'],
    [
      'an unsupported message type',
      laboratoryMessage('G1', { status: 'O' }).replace('ORU^R01^ORU_R01', 'ADT^A01^ADT_A01'),
      'AR',
    ],
    [
      'an invalid PDF',
      laboratoryMessage('G2', { order: 1, status: 'F', pdf: Buffer.from('not a PDF') }),
      'AE',
    ],
    ['non-Latin letters', 'MSH|Ünïcödé 基因 🧬\r', 'AR'],
  ])('%s, which is stored as received', async (_, raw, code) => {
    const answer = await portal.receive(raw)
    expect(answerOf(answer)).toContain(`MSA|${code}`)
    const newest = portal.worker.db.selectFrom('message_in').selectAll().orderBy('id', 'desc').limit(1)
    expect(await newest.executeTakeFirst()).toMatchObject({
      raw,
      outcome: 'refused',
      acknowledgement: answer,
    })
  })
})

describe('a cancelled order', () => {
  test('stays cancelled when late status messages arrive', async () => {
    await say({ status: 'X' })
    expect(await get()).toMatchObject({
      ...{ state: 'cancelled', displayStatus: 'Cancelled', abilities: ['giveFeedback'] },
    })
    for (const status of ['O', 'I']) await say({ status })
    expect((await get()).state).toBe('cancelled')
    expect(await kinds()).toEqual(['cancelled'])
  })
})

test('gives no answer while the database is unavailable, so that the laboratory sends again', async () => {
  const receive = inboxAt('postgres://localhost:1/none', 1)
  await expect(receive(laboratoryMessage('LOST', { order: order.id, status: 'O' }))).rejects.toThrow()
})

test('[PERM-10] an update to one institution’s order is visible to that institution', async () => {
  const foreignOrder = await portal.submitted(readyOrder(), { by: 'OrderSubmitter@F1', at: FOREIGN })
  await say({ order: foreignOrder.id, number: 'L-THEIRS', status: 'F', pdf: REPORT })
  const rows = async (table: 'order_event' | 'report') =>
    (
      await portal.worker.db
        .selectFrom(table)
        .select('institution_code')
        .where('order_id', '=', foreignOrder.id)
        .execute()
    ).map((row) => row.institution_code)
  expect(new Set([...(await rows('order_event')), ...(await rows('report'))])).toEqual(new Set([FOREIGN]))
})
