import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codec } from '#adapters/laboratory/testing/messages.ts'
import { anyPdf } from '#adapters/pdf/testing/any-pdf.ts'
import type { Order } from '#contract/order.ts'
import { addWorkingDays } from '#domain/dates/dates.ts'
import { blankTest } from '#domain/orders/document.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { laboratoryInbox } from './inbox.ts'

let portal: TestPortal
let order: Order
/** All of one width, because results from two messages of the same instant are ordered by message name. */
let control = 10_000

beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  const document = readyOrder()
  const again = document.samples.map((sample) => ({ ...sample, key: 's2' }))
  order = await portal.submitted({ ...document, samples: [...document.samples, ...again] })
})
afterAll(() => portal?.stop())

type MessageOptions = Parameters<typeof laboratoryMessage>[1]
const send = (raw: string) => portal.receive(raw)
const say = async (options: MessageOptions) => {
  const answer = await send(laboratoryMessage(`F${++control}`, { order: order.id, ...options }))
  expect(answer).toContain('MSA|AA')
}
const get = (as = 'OrderViewer@P1') =>
  portal.as(as).orders.get({ params: { hospital: PARENT, id: order.id } })
const happened = async () =>
  (await get()).events.slice(2).map(({ kind, detail }) => `${kind} ${detail}`.trim())
/** A day in March 2026, at noon. */
const march = (day: number) => `202603${String(day).padStart(2, '0')}120000`
const instant = (day: number) => new Date(`2026-03-${String(day).padStart(2, '0')}T12:00:00Z`).toISOString()
const specimen = (key: string, more: { received?: string; rejected?: string } = {}) => ({
  specimens: [{ number: `${order.id}-${key}`, ...more }],
})
const samples = async () =>
  Object.fromEntries((await get()).samples.map(({ key, ...sample }) => [key, { ...sample, key }]))
const ACCESSIONED = { number: 'L-1', status: 'O', at: march(2) }

describe('a hold', () => {
  const HOLD_MESSAGE = { control: 'OH', reason: 'MISSING-INFO^Since when?^L^H1', at: march(3) }

  test('is shown with the laboratory’s question, noted, and moves the expected day when released', async () => {
    await say(ACCESSIONED)
    await say(HOLD_MESSAGE)
    expect(await get()).toMatchObject({
      ...{
        state: 'accessioned',
        onHold: true,
        missingInfo: true,
        expectedOn: addWorkingDays('2026-03-02', 15),
      },
      holds: [{ kind: 'missing-information', words: 'Since when?', heldAt: instant(3), releasedAt: null }],
    })
    await say({ control: 'OE', reason: 'MISSING-INFO^^L^H1', at: march(6) })
    expect(await get()).toMatchObject({
      ...{ onHold: false, missingInfo: false, expectedOn: addWorkingDays('2026-03-02', 18) },
      holds: [{ releasedAt: instant(6) }],
    })
    expect(await happened()).toEqual(['accessioned as L-1', 'held Since when?', 'hold-released Since when?'])
  })

  test('keeps its answer when an earlier start is received', async () => {
    await say(HOLD_MESSAGE)
    await portal.worker.db
      .updateTable('order_hold')
      .set({ answer: 'Since May', answered_at: new Date(), answered_by_name: 'Ada Okafor' })
      .where('order_id', '=', order.id)
      .execute()
    await say({ ...HOLD_MESSAGE, at: march(2) })
    const { holds } = await get()
    expect(holds).toMatchObject([{ heldAt: instant(2), answer: { text: 'Since May' } }])
  })

  test('with the same name after its release is another question', async () => {
    await say({ ...HOLD_MESSAGE, at: march(6), reason: 'CONSENT^Again' })
    await say({ control: 'OE', at: march(4) })
    await say({ ...HOLD_MESSAGE, at: march(3), reason: 'CONSENT^First' })
    const { holds, onHold } = await get()
    expect(onHold).toBe(true)
    expect(holds.map(({ words, heldAt, releasedAt }) => [words, heldAt, releasedAt])).toEqual([
      ['First', instant(3), instant(4)],
      ['Again', instant(6), null],
    ])
  })
})

describe('a specimen', () => {
  test('arrives at the laboratory’s time, together with its parcel', async () => {
    const made = await get()
    const [first] = made.samples
    const shipment = await portal.worker.db
      .insertInto('shipment')
      .values({
        ...{ institution_code: PARENT, carrier: 'Fedex', tracking_number: `F-${order.id}` },
        created_by_name: 'Ada Okafor',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await portal.worker.db
      .updateTable('sample')
      .set({ shipment_id: shipment.id })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await say({ number: 'L-2', status: 'O', ...specimen('s1', { received: march(4) }) })
    expect(await samples()).toMatchObject({
      s1: { isAccessioned: true, accessionedAt: instant(4), shipment: { arrivedAt: instant(4) } },
      s2: { isAccessioned: false },
    })
    expect((await get()).expectedOn).toBe(addWorkingDays('2026-03-04', 15))
  })

  test('that is rejected must be recollected, however often', async () => {
    await say(ACCESSIONED)
    // The second rejection arrives first: for a sample that is not known yet.
    await say({ ...specimen('s1-r1', { received: march(9), rejected: 'RH' }), at: march(9) })
    expect((await get()).samples).toHaveLength(2)
    await say({ ...specimen('s1', { rejected: 'QS^Too little blood^HL70490' }), at: march(3) })
    const { s1, 's1-r1': again, 's1-r2': third, s2 } = await samples()
    expect(s1).toMatchObject({ rejected: { at: instant(3), code: 'QS', reason: 'Too little blood' } })
    expect(again).toMatchObject({
      ...{ recollectionOf: s1?.id, accessionedAt: instant(9), specimenType: 'Blood', dateOfCollection: '' },
      ...{ patientName: s1?.patientName, shipment: null },
      rejected: { code: 'RH', reason: 'The specimen is hemolyzed' },
    })
    expect(third).toMatchObject({ recollectionOf: again?.id, isAccessioned: false, rejected: null })
    expect(s2).toMatchObject({ isAccessioned: true, rejected: null })
    expect(await get()).toMatchObject({ missingInfo: true })
    expect(await happened()).toContain(`sample-rejected Blood of ${s1?.patientName}: Too little blood`)
  })

  test("with another order's key does not affect this one", async () => {
    await say({ number: 'L-3', status: 'O', specimens: [{ number: '999-s1', rejected: 'QS' }] })
    expect((await get()).samples.map(({ rejected, isAccessioned }) => [rejected, isAccessioned])).toEqual([
      [null, true],
      [null, true],
    ])
  })
})

test('a treatment is stored once, with its newest text', async () => {
  const treatment = (text: string, day: number) =>
    say({ treatment: { part: '1', title: 'Ketogenic diet', text }, at: march(day) })
  await treatment('Start slowly~With a dietitian', 5)
  await treatment('Start', 4)
  const rows = await portal.worker.db
    .selectFrom('treatment')
    .select(['treatment_key', 'test_code', 'title', 'recommendation', 'made_at'])
    .where('order_id', '=', order.id)
    .execute()
  expect(rows).toEqual([
    {
      ...{
        treatment_key: 'WES1/1',
        test_code: 'WES1',
        title: 'Ketogenic diet',
        made_at: new Date(instant(5)),
      },
      recommendation: 'Start slowly\n\nWith a dietitian',
    },
  ])
  expect(await happened()).toEqual(['treatment-received Ketogenic diet'])
})

test('a treatment with another text is not one that was read; the same text again is', async () => {
  const sent = (text: string, day: number) =>
    say({ treatment: { part: '1', title: 'Diet', text }, at: march(day) })
  const read = async () => (await get()).treatments.map(({ viewed }) => viewed)
  await sent('Start slowly', 4)
  const [treatment] = (await get()).treatments
  const { treatments } = portal.as('OrderViewer@P1')
  const id = treatment?.id ?? 0
  await treatments.lastViewed({ body: { treatmentId: id } })
  await sent('Start slowly', 5)
  expect(await read()).toEqual([true])
  await sent('Do not start', 6)
  expect(await read()).toEqual([false])
  expect((await treatments.get({ params: { id }, query: {} })).lastViewed).toBeNull()
  await treatments.lastViewed({ body: { treatmentId: id } })
  expect(await read()).toEqual([true])
})

/** Receives messages about an order; each returns the notices that it sent. */
function notifying(of: number, number?: string) {
  const notices: string[] = []
  const receive = laboratoryInbox({
    ...{ connection: portal.worker, codec, files: portal.files, openPdf: anyPdf },
    sendOrderNotice: async (_, { kind }) => {
      notices.push(kind)
    },
  })
  return async (options: MessageOptions) => {
    notices.length = 0
    const named = number === undefined ? {} : { number }
    await receive(laboratoryMessage(`F${++control}`, { order: of, ...named, ...options }))
    return [...notices]
  }
}

test('notifies of updates that need action, and not of those already over or replaced on arrival', async () => {
  const receiveAndNotify = notifying(order.id)
  expect(await receiveAndNotify({ control: 'OH', reason: 'CONSENT^Signed?', at: march(4) })).toEqual(['held'])
  expect(await receiveAndNotify({ control: 'OE', at: march(5) })).toEqual([])
  expect(await receiveAndNotify({ control: 'OE', reason: 'AUTHORIZATION', at: march(7) })).toEqual([])
  expect(await receiveAndNotify({ control: 'OH', reason: 'AUTHORIZATION', at: march(6) })).toEqual([])
  expect(await receiveAndNotify({ at: march(8), ...specimen('s1', { rejected: 'QS' }) })).toEqual([
    'sample-rejected',
  ])
  expect(
    await receiveAndNotify({ number: 'L-9', status: 'F', pdf: CORRECTED_REPORT, at: march(10) }),
  ).toEqual(['reported'])
  expect(await receiveAndNotify({ number: 'L-9', status: 'F', pdf: REPORT, at: march(9) })).toEqual([])
  expect(await receiveAndNotify({ at: march(11), ...specimen('s2', { rejected: 'QS' }) })).toEqual([])
  expect((await happened()).map((event) => event.split(' ')[0])).toEqual([
    ...['held', 'hold-released', 'held', 'hold-released', 'sample-rejected', 'reported', 'sample-rejected'],
  ])
})

test('notifies of a specimen that is rejected while another test of the order awaits its report', async () => {
  const { tests, samples, ...document } = readyOrder()
  const second = samples.map((sample) => ({ ...sample, key: 's2' }))
  const { id } = await portal.submitted({
    ...{ ...document, tests: [...tests, blankTest('CYS4', 'Cystic Fibrosis')] },
    samples: [...samples, ...second],
  })
  const receiveAndNotify = notifying(id, `L-${id}`)
  const rejected = (key: string) => ({ specimens: [{ number: `${id}-${key}`, rejected: 'QS' }] })
  expect(await receiveAndNotify({ status: 'F', test: 'WES1', pdf: REPORT, at: march(9) })).toEqual([
    'reported',
  ])
  expect(await receiveAndNotify({ at: march(8), ...rejected('s1') })).toEqual([])
  expect(await receiveAndNotify({ at: march(10), ...rejected('s2') })).toEqual(['sample-rejected'])
})

test('a specimen that is rejected while the laboratory decides on a cancellation is asked for again once it declines', async () => {
  const receiveAndNotify = notifying(order.id)
  const asked = async () => {
    const { missingInfo, blocks, abilities } = await get('OrderCreator@P1')
    // The report is late besides.
    const kinds = blocks.map(({ kind }) => kind).filter((kind) => kind !== 'report-late')
    return { missingInfo, kinds, mayRecord: abilities.includes('ship') }
  }
  await say({ ...ACCESSIONED, ...specimen('s2', { received: march(2) }) })
  await say({ at: march(3), ...specimen('s1', { rejected: 'QS' }) })
  expect(await asked()).toEqual({ missingInfo: true, kinds: ['sample-rejected'], mayRecord: true })
  await portal.as('OrderSubmitter@P1').orders.cancel({
    params: { hospital: PARENT, id: order.id, sameHospital: PARENT },
    body: { type: 'Sample', reason: 'Ordered twice' },
  })
  const waiting = { missingInfo: false, kinds: ['cancellation-asked'], mayRecord: false }
  expect(await asked()).toMatchObject(waiting)
  // It is told all the same: after a report of another test it would be told by nothing else.
  expect(await receiveAndNotify({ at: march(4), ...specimen('s2', { rejected: 'QS' }) })).toEqual([
    'sample-rejected',
  ])
  expect(await asked()).toMatchObject(waiting)
  expect(await receiveAndNotify({ control: 'UC', at: march(5), words: 'Too late' })).toEqual([
    'cancellation-refused',
  ])
  const kinds = ['sample-rejected', 'sample-rejected']
  expect(await asked()).toEqual({ missingInfo: true, kinds, mayRecord: true })
})

test('a message without a time is dated by its receipt, and applied once however often it arrives', async () => {
  const raw = laboratoryMessage('UNDATED', {
    order: order.id,
    control: 'OH',
    reason: 'CONSENT^Signed?',
  }).replace('20260313151500+0000', '')
  expect(await send(raw)).toContain('MSA|AA')
  const [hold] = (await get()).holds
  await send(raw)
  // The same message under another control id.
  await send(raw.replace('|UNDATED|', '|UNDATED-2|'))
  const { holds } = await get()
  expect(holds).toEqual([hold])
  const { db } = portal.worker
  const labEventTimes = db.selectFrom('laboratory_fact').select('at').where('order_id', '=', order.id)
  const messages = db.selectFrom('message_in').select('received_at').where('control_id', 'like', 'UNDATED%')
  const [first, , other] = await messages.orderBy('id').execute()
  const times = (await labEventTimes.orderBy('id').execute()).map(({ at }) => at)
  expect(times).toEqual([first?.received_at, other?.received_at])
})

describe('an order with a state from before events were stored', () => {
  async function setOrder(values: { state: 'accessioned' | 'reported' | 'cancelled'; expected_on?: string }) {
    const { db } = portal.worker
    await db
      .updateTable('orders')
      .set({ accession_number: 'OLD-1', ...values })
      .where('id', '=', order.id)
      .execute()
    const sample = { accessioned_at: instant(2) }
    await db.updateTable('sample').set(sample).where('order_id', '=', order.id).execute()
    if (values.state !== 'reported') return
    const report = { institution_code: PARENT, corrected: false, file_key: 'a'.repeat(64), bytes: 9 }
    await db
      .insertInto('report')
      .values({
        ...report,
        order_id: order.id,
        version: 1,
        test_code: 'WES1',
        received_at: instant(9),
        message_id: null,
      })
      .execute()
  }

  test('continues from that state', async () => {
    await setOrder({ state: 'accessioned', expected_on: '2026-04-01' })
    await say({ number: 'NEW-1', status: 'O', at: march(3) })
    expect(await get()).toMatchObject({
      state: 'accessioned',
      accessionNumber: 'OLD-1',
      expectedOn: '2026-04-01',
    })
    expect(await happened()).toEqual([])
    await say({ status: 'I', at: march(5) })
    expect(await get()).toMatchObject({ state: 'in-process', expectedOn: '2026-04-01' })
    expect((await samples()).s1).toMatchObject({ accessionedAt: instant(2) })
  })

  test('keeps its report as the first version', async () => {
    await setOrder({ state: 'reported' })
    await say({ status: 'C', pdf: CORRECTED_REPORT, at: march(20) })
    const { state, reports } = await get()
    expect(state).toBe('reported')
    expect(reports.map(({ version, corrected }) => [version, corrected])).toEqual([
      [2, true],
      [1, false],
    ])
    expect(await happened()).toEqual(['report-corrected'])
  })

  test('keeps a duplicate report, numbered after the others', async () => {
    await setOrder({ state: 'reported' })
    const { db } = portal.worker
    const [first] = await db.selectFrom('report').selectAll().where('order_id', '=', order.id).execute()
    if (!first) throw new Error('it has a report')
    const { id: _, ...again } = first
    await db
      .insertInto('report')
      .values({ ...again, version: 2, result_key: null, parts: JSON.stringify(again.parts) })
      .execute()
    await say({ status: 'C', pdf: CORRECTED_REPORT, at: march(20) })
    expect((await get()).reports.map(({ version, corrected }) => [version, corrected])).toEqual([
      [3, false],
      [2, true],
      [1, false],
    ])
  })

  test('stays cancelled', async () => {
    await setOrder({ state: 'cancelled' })
    await say({ status: 'I', at: march(5) })
    expect((await get()).state).toBe('cancelled')
    await say({ status: 'F', pdf: REPORT, at: march(6) })
    expect((await get()).state).toBe('reported')
  })
})
