import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { blankTest } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { withFedex } from '#server/features/samples/testing/sample-of.ts'
import { CORRECTED_REPORT, laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { deliver } from '../outbox/delivery.ts'

let portal: TestPortal
let order: Order
function withTwoSpecimens() {
  const document = readyOrder()
  const again = document.samples.map((sample) => ({ ...sample, key: 's2' }))
  return { ...document, samples: [...document.samples, ...again] }
}
function ofTwoTests() {
  const document = withTwoSpecimens()
  return { ...document, tests: [...document.tests, blankTest('CYS4', 'Cystic Fibrosis')] }
}
/** All of one width, because results from two messages of the same instant are ordered by message name. */
let control = 10_000
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  portal.laboratory.answers = 'taken'
  order = await portal.submitted(withTwoSpecimens())
})
afterAll(() => portal?.stop())

type MessageOptions = Parameters<typeof laboratoryMessage>[1]
const say = async (options: MessageOptions, id = `U${++control}`) =>
  expect(await portal.receive(laboratoryMessage(id, { order: order.id, ...options }))).toContain('MSA|AA')
const get = () => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id: order.id } })
const answer = (holdId: number) =>
  portal.as('OrderCreator@P1').following.answer({
    params: { hospital: PARENT, id: order.id, holdId },
    body: { text: 'In May', documents: [] },
  })
const kinds = async () => (await get()).events.slice(2).map(({ kind }) => kind)
const alerts = () => portal.as('OrderViewer@P1').following.headerAlert({ params: { hospital: PARENT } })
const TODAY = todayAtLaboratory(new Date())
/** A day in March 2026, at noon. */
const march = (day: number) => `202603${String(day).padStart(2, '0')}120000`
const named = (key: string, more: { received?: string; rejected?: string }) => ({
  specimens: [{ number: `${order.id}-${key}`, ...more }],
})

describe('a laboratory question', () => {
  const sendQuestion = (words: string, day: number) =>
    say({ control: 'OH', reason: `MISSING-INFO^${words}`, at: march(day) })

  test('with the name of an answered one is a new question', async () => {
    await sendQuestion('Since when?', 3)
    const [first] = (await get()).holds
    await answer(first?.id ?? 0)
    expect((await get()).missingInfo).toBe(false)
    await sendQuestion('The letter can’t be read', 5)
    // The laboratory repeats the answered question: nothing changes.
    await sendQuestion('Since when?', 6)
    const orderReply = await get()
    expect(orderReply).toMatchObject({ missingInfo: true, onHold: true })
    expect(
      orderReply.holds.map(({ words, answer, releasedAt }) => [words, answer?.text, releasedAt]),
    ).toEqual([
      ['Since when?', 'In May', null],
      ['The letter can’t be read', undefined, null],
    ])
    expect(orderReply.blocks.map(({ kind }) => kind)).toContain('hold')
    expect(await kinds()).toEqual(['held', 'hold-answered', 'held'])
    await say({ control: 'OE', reason: 'MISSING-INFO', at: march(8) })
    expect(await get()).toMatchObject({ missingInfo: false, onHold: false })
  })

  test('at the same moment as another with its name is a new question too', async () => {
    await sendQuestion('Since when?', 3)
    await sendQuestion('Which relative?', 3)
    expect((await get()).holds.map(({ words }) => words).toSorted()).toEqual([
      'Since when?',
      'Which relative?',
    ])
  })

  test("that arrives after another test's report is counted, announced and can be answered", async () => {
    order = await portal.submitted(ofTwoTests())
    await say({ number: `L-${order.id}`, status: 'F', pdf: REPORT, at: march(10) })
    expect(await get()).toMatchObject({ state: 'reported', missingInfo: false, onHold: false })
    const { otherMissingInfo: counted } = await alerts()
    await say({ control: 'OH', reason: 'CONSENT^For the second test^L^H2', test: 'CYS4', at: march(11) })
    const orderReply = await get()
    expect(orderReply).toMatchObject({ state: 'reported', missingInfo: true, onHold: true })
    const asked = orderReply.blocks.find(({ kind }) => kind === 'hold')
    expect(asked).toMatchObject({ words: 'For the second test' })
    expect((await alerts()).otherMissingInfo).toBe(counted + 1)
    const notices = await portal.as('OrderViewer@P1').following.notifications({ params: { h: PARENT } })
    expect(notices.filter(({ orderId }) => orderId === order.id)).toMatchObject([
      { words: 'For the second test' },
    ])
    const needs = await portal
      .as('OrderViewer@P1')
      .following.blocked({ params: { hospital: PARENT }, query: {} })
    expect(needs.orders.map(({ orderId }) => orderId)).toContain(order.id)
    // Other updates to the order leave the question open.
    await say({ treatment: { part: '1', title: 'Diet', text: 'Start slowly' }, at: march(12) })
    expect((await get()).missingInfo).toBe(true)
    expect(await answer(asked?.holdId ?? 0)).toMatchObject({ missingInfo: false })
    expect((await alerts()).otherMissingInfo).toBe(counted)
  })

  test('stays open until the last test is reported, and cannot be answered then', async () => {
    order = await portal.submitted(ofTwoTests())
    await sendQuestion('Before the report', 3)
    const asked = (await get()).holds[0]?.id ?? 0
    await say({ number: `L-${order.id}`, status: 'F', pdf: REPORT, at: march(10) })
    expect(await get()).toMatchObject({ state: 'reported', missingInfo: true })
    await say({ number: `L-${order.id}`, test: 'CYS4', status: 'F', pdf: REPORT, at: march(11) })
    expect(await get()).toMatchObject({ state: 'reported', missingInfo: false, onHold: false, blocks: [] })
    expect(await problemOfCall(answer(asked))).toMatchObject({ code: 'wrong-state' })
  })

  /** The laboratory withdraws the order's only report. */
  const withdraw = async (day: number) => {
    const options = { order: order.id, number: `L-${order.id}`, status: 'C', pdf: REPORT, at: march(day) }
    const message = laboratoryMessage(`U${++control}`, options)
    expect(await portal.receive(message.replace('||||||F\r', '||||||W\r'))).toContain('MSA|AA')
  }
  const report = (day: number) => say({ number: `L-${order.id}`, status: 'F', pdf: REPORT, at: march(day) })

  test('is open again once the report after it was withdrawn', async () => {
    await sendQuestion('Since when?', 3)
    const { otherMissingInfo: counted } = await alerts()
    await report(10)
    expect(await get()).toMatchObject({ state: 'reported', missingInfo: false, onHold: false })
    await withdraw(11)
    const { state, missingInfo, onHold, holds } = await get()
    expect({ state, missingInfo, onHold }).toEqual({ state: 'in-process', missingInfo: true, onHold: true })
    expect((await alerts()).otherMissingInfo).toBe(counted)
    await answer(holds[0]?.id ?? 0)
    expect((await get()).missingInfo).toBe(false)
  })

  test('for a specimen again is open again once the report after it was withdrawn', async () => {
    await say({ number: `L-${order.id}`, status: 'I', at: march(3), ...named('s2', { received: march(3) }) })
    await say({ at: march(4), ...named('s1', { rejected: 'QS' }) })
    expect((await get()).missingInfo).toBe(true)
    await report(10)
    expect((await get()).missingInfo).toBe(false)
    await withdraw(11)
    expect(await get()).toMatchObject({ state: 'in-process', missingInfo: true, onHold: false })
  })
})

describe('a specimen that the laboratory rejects after the report of one of two tests', () => {
  const report = (test: string, day: number) =>
    say({ number: `L-${order.id}`, test, status: 'F', pdf: REPORT, at: march(day) })
  const reject = (key: string, day: number) =>
    say({ number: `L-${order.id}`, at: march(day), ...named(key, { rejected: 'QS' }) })
  const clinic = () => portal.as('OrderCreator@P1').samples
  const takeAgain = (id: number) =>
    clinic().collectedAgain({
      params: { h: PARENT, id },
      body: { dateOfCollection: TODAY, shipCarrierToBG: null, shipTrackingNoToBG: null },
    })
  const mayShip = async () => {
    const params = { hospital: PARENT, id: order.id }
    return (await portal.as('OrderCreator@P1').orders.get({ params })).abilities.includes('ship')
  }
  const listed = async (filter: 'to-take-again' | 'not-sent' | 'on-its-way') => {
    const query = { filters: [filter], pageSize: 100 }
    const { samples } = await portal.as('OrderViewer@P1').samples.list({ params: { h: PARENT }, query })
    return samples.filter(({ orderId }) => orderId === order.id).map(({ key }) => key)
  }

  /** What keeps the specimens; the second test's report is late besides. */
  const specimenBlocks = async () => (await get()).blocks.filter(({ kind }) => kind !== 'report-late')

  test('has to be taken again, until the last test is reported', async () => {
    order = await portal.submitted(ofTwoTests())
    await report('WES1', 10)
    expect(await mayShip()).toBe(false)
    const { otherMissingInfo: counted } = await alerts()
    await reject('s1', 11)
    const rejected = await get()
    expect(rejected).toMatchObject({ state: 'reported', missingInfo: true, onHold: false })
    const [recollect, ...others] = await specimenBlocks()
    expect(recollect).toMatchObject({ kind: 'sample-rejected', action: 'recollect' })
    expect(others).toEqual([])
    expect(await mayShip()).toBe(true)
    expect((await alerts()).otherMissingInfo).toBe(counted + 1)
    expect(await listed('to-take-again')).toEqual(['s1-r1'])
    const needs = await portal
      .as('OrderViewer@P1')
      .following.blocked({ params: { hospital: PARENT }, query: {} })
    expect(needs.orders.map(({ orderId }) => orderId)).toContain(order.id)

    const id = recollect?.sampleId ?? 0
    await takeAgain(id)
    expect((await get()).missingInfo).toBe(false)
    expect(await specimenBlocks()).toMatchObject([{ kind: 'sample-not-sent', sampleId: id }])
    expect(await listed('not-sent')).toEqual(['s1-r1'])
    await clinic().put({ params: { h: PARENT, id }, body: withFedex() })
    expect(await specimenBlocks()).toEqual([])
    expect(await listed('on-its-way')).toEqual(['s1-r1'])
    const { shipment } = (await clinic().get({ params: { h: PARENT, id }, query: {} })) ?? {}
    await portal.worker.db
      .updateTable('shipment')
      .set({ created_at: new Date(Date.now() - 20 * 86_400_000) })
      .where('id', '=', shipment?.id ?? 0)
      .execute()
    expect(await specimenBlocks()).toMatchObject([{ kind: 'parcel-late', sampleId: id }])

    await report('CYS4', 14)
    const done = await get()
    expect(done).toMatchObject({ state: 'reported', missingInfo: false, blocks: [] })
    expect(await mayShip()).toBe(false)
    expect(await listed('on-its-way')).toEqual([])
  })

  test('is not asked for once every test is reported, nor if it was rejected before the report', async () => {
    order = await portal.submitted(ofTwoTests())
    await reject('s1', 9)
    await report('WES1', 10)
    const again = (await get()).samples.find(({ key }) => key === 's1-r1')?.id ?? 0
    await report('CYS4', 11)
    await reject('s2', 12)
    expect(await get()).toMatchObject({ state: 'reported', missingInfo: false, blocks: [] })
    expect(await listed('to-take-again')).toEqual([])
    expect(await problemOfCall(takeAgain(again))).toMatchObject({
      code: 'wrong-state',
      detail: 'The order is Reported.',
    })
  })

  test('before it, does not keep what is asked about another one open', async () => {
    order = await portal.submitted(ofTwoTests())
    await reject('s1', 9)
    await report('WES1', 10)
    expect((await get()).missingInfo).toBe(false)
    await reject('s2', 11)
    const blocks = await specimenBlocks()
    expect(blocks.map(({ kind }) => kind)).toEqual(['sample-rejected'])
    expect((await get()).missingInfo).toBe(true)
    await takeAgain(blocks[0]?.sampleId ?? 0)
    expect((await get()).missingInfo).toBe(false)
  })
})

describe('reports for several tests', () => {
  const read = (version?: number) =>
    portal.as('OrderViewer@P1').orders.report({
      params: { h: PARENT, id: order.id },
      query: version === undefined ? {} : { version },
    })
  const isNew = async () => {
    const query = { keyword: String(order.id), unread: 'true' }
    const found = await portal.as('OrderViewer@P1').orders.list({ params: { hospital: PARENT }, query })
    return found.ordersDTO.length === 1
  }
  const unread = async () =>
    (await get()).reports.filter(({ isUnread }) => isUnread).map(({ version }) => version)

  test('are unread until each was opened, and a corrected one is unread again', async () => {
    order = await portal.submitted(ofTwoTests())
    const report = (test: string, pdf: Uint8Array, day: number) =>
      say({ number: `L-${order.id}`, test, status: 'F', pdf, at: march(day) })
    await report('WES1', REPORT, 10)
    await report('CYS4', Buffer.concat([Buffer.from(REPORT), Buffer.from('% array\n')]), 11)
    expect(await unread()).toEqual([2, 1])
    await read()
    await read()
    expect([await isNew(), await unread()]).toEqual([true, [1]])
    await read(1)
    expect([await isNew(), await unread()]).toEqual([false, []])
    await report('WES1', CORRECTED_REPORT, 12)
    await read(1)
    expect([await isNew(), await unread()]).toEqual([true, [3]])
    await read(3)
    expect(await isNew()).toBe(false)
    const opened = (await get()).events.filter(({ kind }) => kind === 'report-opened')
    expect(opened.map(({ detail }) => detail)).toEqual(['Cystic Fibrosis', 'Whole Exome', 'Whole Exome'])
  })
})

describe('a sample', () => {
  test('that arrives after the order was accessioned has its own entry; the first arrival is covered by the order', async () => {
    const number = `L-${order.id}`
    await say({ number, status: 'O', at: march(3), ...named('s1', { received: march(3) }) })
    await say({ number, status: 'I', at: march(4) })
    await say({ at: march(5), ...named('s2', { received: march(5) }) })
    await say({ at: march(6), ...named('s2', { rejected: 'QS' }) })
    await say({ at: march(9), ...named('s2-r1', { received: march(9) }) })
    await say({ at: march(9), ...named('s2-r1', { received: march(9) }) })
    expect(await kinds()).toEqual([
      ...['accessioned', 'in-process', 'sample-arrived', 'sample-rejected', 'sample-arrived'],
    ])
    expect((await get()).events.at(-1)?.detail).toMatch(/^Blood of Linh/)
  })

  test('recollected, whose rejection arrives first, has an entry once the sample is known', async () => {
    await say({ at: march(9), ...named('s1-r1', { rejected: 'RH' }) })
    expect(await kinds()).toEqual([])
    await say({ at: march(3), ...named('s1', { rejected: 'QS^Too little^L' }) })
    const rejections = (await get()).events.slice(2).map(({ kind, detail }) => [kind, detail.split(': ')[1]])
    expect(rejections).toEqual([
      ['sample-rejected', 'Too little'],
      ['sample-rejected', 'The specimen is hemolyzed'],
    ])
  })
})

test('[L-24] a specimen that was taken again has its number after a restore too: the laboratory sends again what it sent since', async () => {
  const since = [
    laboratoryMessage('AGAIN-1', { order: order.id, at: march(3), ...named('s1', { rejected: 'QS' }) }),
    laboratoryMessage('AGAIN-2', {
      order: order.id,
      at: march(9),
      ...named('s1-r1', { received: march(9) }),
    }),
  ]
  const samples = async () =>
    (await get()).samples.map(({ key, rejected, accessionedAt }) => [key, rejected?.at, accessionedAt])
  for (const message of since) expect(await portal.receive(message)).toContain('MSA|AA')
  const known = await samples()
  expect(known.map(([key]) => key)).toEqual(['s1', 's2', 's1-r1'])
  // As it is in a backup from before.
  await administer(portal.database.url, async (db) => {
    await db.deleteFrom('laboratory_fact').where('order_id', '=', order.id).execute()
    await db
      .deleteFrom('sample')
      .where('order_id', '=', order.id)
      .where('recollection_of', 'is not', null)
      .execute()
    await db.updateTable('sample').set({ rejected_at: null }).where('order_id', '=', order.id).execute()
    await db.deleteFrom('message_in').where('control_id', 'in', ['AGAIN-1', 'AGAIN-2']).execute()
  })
  for (const message of since) expect(await portal.receive(message)).toContain('MSA|AA')
  expect(await samples()).toEqual(known)
  expect((await get()).missingInfo).toBe(false)
})

test('another message with a used name is not lost, and the same one is applied once', async () => {
  const number = `L-${order.id}`
  await say({ number, status: 'O', at: march(3) }, 'RESET-1')
  await say({ number, status: 'F', pdf: REPORT, at: march(9) }, 'RESET-1')
  await say({ number, status: 'F', pdf: REPORT, at: march(9) }, 'RESET-1')
  expect(await kinds()).toEqual(['accessioned', 'reported'])
})

test('a pending message for an order that has been cancelled is not sent', async () => {
  const waiting = () =>
    portal.worker.db
      .selectFrom('message_out')
      .selectAll()
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
  portal.laboratory.answers = { refusedWith: 'Unknown test' }
  const [made] = await waiting()
  await deliver(portal.worker, portal.laboratory, made?.id ?? 0)
  await portal.as('OrderSubmitter@P1').orders.cancel({
    params: { hospital: PARENT, sameHospital: PARENT, id: order.id },
    body: { type: 'Order', reason: 'Refused' },
  })
  const [again, cancellation] = await waiting()
  // Support resends the order, after the request to cancel it.
  await portal.as('Support').laboratory.sendAgain({ params: { id: again?.id ?? 0 } })
  await deliver(portal.worker, portal.laboratory, cancellation?.id ?? 0)
  expect((await get()).state).toBe('cancelled')
  const sent = portal.laboratory.received.length
  await deliver(portal.worker, portal.laboratory, again?.id ?? 0)
  expect(portal.laboratory.received).toHaveLength(sent)
  const query = { list: 'refused', search: `NW${order.id}` } as const
  expect((await portal.as('Support').laboratory.messages({ query })).data).toMatchObject([
    { reason: 'Not sent: the order has since been cancelled.', abilities: [] },
  ])
})
