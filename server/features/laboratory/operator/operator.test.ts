import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { laboratoryRoutes } from '#contract/laboratory.ts'
import type { MessageList } from '#contract/lists.ts'
import type { ReplyOf } from '#contract/route.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT } from '#server/testing/world.ts'
import { deliver } from '../outbox/delivery.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(() => {
  portal.laboratory.answers = 'taken'
})
afterAll(() => portal?.stop())

const list = (of: MessageList, query: { search?: string; limit?: number; page?: number } = {}) =>
  portal.as('Support').laboratory.messages({ query: { list: of, ...query } })
const read = (direction: 'in' | 'out', id: number) =>
  portal.as('Support').laboratory.message({ params: { direction, id } })
const sendAgain = (id: number) => portal.as('Support').laboratory.sendAgain({ params: { id } })
const applyAgain = (id: number) => portal.as('Support').laboratory.applyAgain({ params: { id } })
const get = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
const audited = async (action: string, id: number) => {
  const found = portal.worker.db.selectFrom('audit_event').select(['actor_subject', 'detail'])
  return found.where('action', '=', action).where('entity_id', '=', String(id)).orderBy('id').execute()
}

/** An order, to find its message by number. */
async function sent(answers: TestPortal['laboratory']['answers'] | 'not yet') {
  const order = await portal.submitted()
  const [message] = (await list('waiting', { search: String(order.id) })).data
  if (!message) throw new Error('no message waits')
  if (answers !== 'not yet') {
    portal.laboratory.answers = answers
    await deliver(portal.worker, portal.laboratory, message.id).catch(() => undefined)
    portal.laboratory.answers = 'taken'
  }
  return { order, message }
}

const only = async (of: MessageList, search: string) => {
  const { data } = await list(of, { search })
  expect(data).toHaveLength(1)
  return data[0] ?? expect.fail('not found')
}

describe('messages to the laboratory', () => {
  test('while pending show the order, its institution, the tries and the last error', async () => {
    const { order } = await sent('down')
    const row = await only('waiting', `NW${order.id}`)
    expect(row).toMatchObject({
      ...{ direction: 'out', list: 'waiting', kind: 'order', controlId: `NW${order.id}`, answeredAt: null },
      order: { id: order.id, state: 'en-route', hospitalCode: PARENT, institutionName: 'Parent Clinic' },
      ...{ tries: 1, lastError: 'the laboratory is down', reason: '', abilities: ['sendAgain'] },
    })
    const { waitingSince, data } = await list('waiting')
    expect(waitingSince).toBe(data[0]?.at)
  })

  test('if refused show the laboratory’s text, and are counted', async () => {
    const before = await list('refused')
    const { order } = await sent({ refusedWith: 'Unknown test code' })
    const row = await only('refused', String(order.id))
    expect(row).toMatchObject({ answerCode: 'AE', reason: 'AE: Unknown test code', lastError: '', tries: 0 })
    const after = await list('refused')
    expect(after.counts.refused).toBe(before.counts.refused + 1)
    expect(after.data[0]).toEqual(row)
  })

  test('once sent cannot be resent', async () => {
    const { order, message } = await sent('taken')
    expect(await only('sent', `NW${order.id}`)).toMatchObject({ answerCode: 'AA', abilities: [] })
    expect(await problemOfCall(sendAgain(message.id))).toMatchObject({ code: 'wrong-state' })
  })

  test('are listed in pages, the longest pending first', async () => {
    for (const _ of [1, 2, 3]) await sent('not yet')
    const all = (await list('waiting', { limit: 100 })).data.map(({ id }) => id)
    expect(all).toEqual(all.toSorted((a, b) => a - b))
    const pages = await Promise.all([1, 2].map((page) => list('waiting', { page, limit: 2 })))
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(all.slice(0, 4))
    expect(pages[0]?.meta).toEqual({ total: all.length, page: 1, limit: 2 })
    expect((await list('waiting', { search: '100%' })).data).toEqual([])
  })
})

describe('a refused message is resent', () => {
  test('as the same message with the same control id, and accepted', async () => {
    const { order, message } = await sent({ refusedWith: 'Unknown test code' })
    const before = (await read('out', message.id)).text
    expect(await sendAgain(message.id)).toMatchObject({
      ...{ list: 'waiting', lastError: 'AE: Unknown test code', sentAgain: 1, controlId: `NW${order.id}` },
    })
    expect(await audited('laboratory.message.send-again', message.id)).toEqual([
      { actor_subject: 'Support', detail: { controlId: `NW${order.id}` } },
    ])
    await deliver(portal.worker, portal.laboratory, message.id)
    expect(await only('sent', `NW${order.id}`)).toMatchObject({ answerCode: 'AA', sentAgain: 1 })
    expect((await read('out', message.id)).text).toBe(before)
    const { events } = await get(order.id)
    expect(events.map(({ kind }) => kind).slice(2)).toEqual(['refused-by-laboratory', 'acknowledged'])
  })

  test('but not once its order is cancelled', async () => {
    const { order, message } = await sent({ refusedWith: 'No' })
    await portal.receive(laboratoryMessage('X1', { order: order.id, status: 'X' }))
    expect((await get(order.id)).state).toBe('cancelled')
    expect(await problemOfCall(sendAgain(message.id))).toMatchObject({ code: 'wrong-state', status: 409 })
    expect((await only('refused', String(order.id))).abilities).toEqual([])
  })

  test('and an unknown one is not found', async () => {
    expect(await problemOfCall(sendAgain(999_999))).toMatchObject({ code: 'not-found' })
    expect(await problemOfCall(read('out', 999_999))).toMatchObject({ code: 'not-found' })
  })
})

describe('messages from the laboratory', () => {
  const say = (id: string, order: number) =>
    portal.receive(laboratoryMessage(id, { order, number: `L-${order}`, status: 'F', pdf: REPORT }))
  const SENDER = 'LIS|LARKFIELD'

  test('if refused are listed once with the reason, until applied', async () => {
    const { order } = await sent('taken')
    const unknown = order.id + 500_000
    const id = `REF-${order.id}`
    await say(id, unknown)
    await say(id, unknown)
    const row = await only('refused-here', id)
    expect(row).toMatchObject({
      ...{ direction: 'in', kind: 'ORU^R01', sender: SENDER, answerCode: 'AE', order: null },
      ...{ reason: expect.stringContaining(String(unknown)), abilities: ['applyAgain'] },
    })
    await say(id, order.id)
    expect((await list('refused-here', { search: id })).data).toEqual([])
    expect(await only('taken-in', id)).toMatchObject({
      answerCode: 'AA',
      abilities: [],
      order: { id: order.id },
    })
  })

  test('can be reprocessed once their order exists', async () => {
    const draft = await portal.draft()
    const id = `EARLY-${draft.id}`
    await say(id, draft.id)
    const refused = await only('refused-here', id)
    expect(await applyAgain(refused.id)).toMatchObject({ list: 'refused-here', abilities: ['applyAgain'] })
    const params = { hospital: PARENT, id: draft.id }
    await portal.as('OrderSubmitter@P1').orders.submit({ params, headers: {}, query: SIGNED })
    const newest = await only('refused-here', id)
    expect(await applyAgain(newest.id)).toMatchObject({ list: 'taken-in', order: { id: draft.id } })
    expect((await get(draft.id)).state).toBe('reported')
    expect((await list('refused-here', { search: id })).data).toEqual([])
    expect(await audited('laboratory.message.apply-again', newest.id)).toHaveLength(1)
    expect(await problemOfCall(applyAgain(newest.id))).toMatchObject({ code: 'wrong-state' })
  })

  test('that can’t be read at all are stored, and cannot be reprocessed', async () => {
    await portal.receive('hello, laboratory here')
    const [row] = (await list('refused-here')).data
    expect(row).toMatchObject({ controlId: '', kind: '', answerCode: 'AR', abilities: [] })
    expect((await read('in', row?.id ?? 0)).text).toBe('hello, laboratory here')
  })
})

test('a message is shown line by line with its PDF shortened, and reading it is audited', async () => {
  const { order } = await sent('taken')
  const pdf = Buffer.concat([REPORT, Buffer.alloc(9000, 'x')])
  await portal.receive(laboratoryMessage(`READ-${order.id}`, { order: order.id, status: 'F', pdf }))
  const row = await only('taken-in', `READ-${order.id}`)
  // An outgoing message may have the same number.
  const before = await audited('laboratory.message.read', row.id)
  const { text, answer, message }: ReplyOf<typeof laboratoryRoutes.message> = await read('in', row.id)
  expect(message).toEqual(row)
  expect(text.split('\n').map((line) => line.slice(0, 3))).toEqual(['MSH', 'PID', 'ORC', 'OBR', 'OBX'])
  expect(text).toMatch(/ … [\d,]+ more characters\|/)
  expect(answer).toContain(`MSA|AA|READ-${order.id}`)
  const after = await audited('laboratory.message.read', row.id)
  expect(after.slice(before.length)).toEqual([{ actor_subject: 'Support', detail: { orderIds: [order.id] } }])
})

test('reading and reprocessing a message is in the trail of each institution whose orders it names', async () => {
  const [here, alsoHere] = [(await sent('taken')).order, await portal.submitted()]
  const there = await portal.submitted(undefined, { by: `OrderSubmitter@${FOREIGN}`, at: FOREIGN })
  const number = `NUMBERED-${there.id}`
  await portal.receive(laboratoryMessage(`FIRST-${there.id}`, { order: there.id, number }))
  const control = `MANY-${here.id}`
  const named = [{ order: here.id, status: 'F' }, { order: alsoHere.id }, { number }, { order: 999_999_999 }]
  await portal.receive(laboratoryMessage(control, ...named))
  const { id } = await only('refused-here', control)
  await read('in', id)
  await applyAgain(id)
  const lines = await portal.worker.db
    .selectFrom('audit_event')
    .select(['action', 'institution_code', 'people'])
    .select(sql<number[]>`detail -> 'orderIds'`.as('orders'))
    .where('entity', '=', 'message_in')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute()
  const expected = ['read', 'apply-again'].flatMap((what) =>
    [
      { institution_code: PARENT, orders: [here.id, alsoHere.id] },
      { institution_code: FOREIGN, orders: [there.id] },
    ].map((of) => ({
      action: `laboratory.message.${what}`,
      ...of,
      people: expect.arrayContaining([expect.any(String)]),
    })),
  )
  expect(lines).toEqual(expected)
})

test('a pending message is sent when resent, even if its job was lost, and once only', async () => {
  const { order, message } = await sent('not yet')
  await portal.boss.deleteAllJobs('laboratory')
  await sendAgain(message.id)
  await sendAgain(message.id)
  const jobs = await portal.boss.findJobs('laboratory', { data: { messageId: message.id } })
  expect(jobs).toHaveLength(1)
  portal.laboratory.received.length = 0
  await portal.deliver()
  onTestFinished(() => portal.boss.offWork('laboratory'))
  await expect.poll(async () => (await list('sent', { search: `NW${order.id}` })).meta.total).toBe(1)
  expect(portal.laboratory.controlIds()).toEqual([`NW${order.id}`])
})
