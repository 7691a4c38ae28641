import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { deliver } from '#server/features/laboratory/outbox/delivery.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(() => {
  portal.laboratory.answers = 'taken'
})
afterAll(() => portal?.stop())

/** All of one width, because results from two messages of the same instant are ordered by message name. */
let control = 10_000
type MessageOptions = Parameters<typeof laboratoryMessage>[1]
const say = (order: number, options: MessageOptions) =>
  portal.receive(laboratoryMessage(`D${++control}`, { order, ...options }))
const get = (id: number, hospital = PARENT) => portal.as('Support').orders.get({ params: { hospital, id } })
const kinds = async (id: number) => (await get(id)).events.map(({ kind }) => kind).slice(2)

interface CancelRequest {
  as?: string
  hospital?: string
  sameHospital?: string
  type?: string
  reason?: string
  spelling?: string
}

/** The request as a browser sends it, with the path exactly as given. */
function requestCancel(id: number, more: CancelRequest = {}) {
  const { as = 'OrderSubmitter@P1', hospital = PARENT, sameHospital = hospital } = more
  const { type = 'Order', reason = 'Ordered by mistake', spelling = 'Orders' } = more
  return portal.request(`/api/${spelling}/${hospital}/${id}/cancel/${sameHospital}`, {
    ...{ as, method: 'POST', body: { type, reason } },
  })
}

async function cancel(id: number, more?: CancelRequest): Promise<Order> {
  const response = await requestCancel(id, more)
  expect(response.status).toBe(200)
  return (await response.json()) as Order
}

const refusal = async (id: number, more: CancelRequest) => {
  const before = await get(id)
  const response = await requestCancel(id, more)
  const { code, detail, errors } = await problemIn(response)
  expect(await get(id)).toEqual(before)
  return { status: response.status, code, detail, paths: errors?.map(({ path }) => path) }
}

const messages = (id: number) =>
  portal.worker.db.selectFrom('message_out').selectAll().where('order_id', '=', id).orderBy('id').execute()

/** MSH-10 of a cancellation request, whatever is drawn. */
const cancellationOf = (id: number) => expect.stringMatching(new RegExp(`^CA${id}-[0-9a-f]{8}$`))

/** Delivers the order's pending messages; the test's laboratory answers. */
async function handOver(id: number) {
  for (const message of await messages(id)) await deliver(portal.worker, portal.laboratory, message.id)
}

describe('[API-28] a cancellation request', () => {
  test('is pending at the laboratory, with the reason and the type', async () => {
    const { id } = await portal.submitted()
    const order = await cancel(id, { reason: '  Ordered by mistake  ' })
    expect(order).toMatchObject({
      ...{ id, state: 'pending-cancellation', displayStatus: 'Cancellation requested' },
      orderStatus: 'PendingCancellation',
    })
    expect(order.abilities).not.toContain('cancel')
    expect(order.events.at(-1)).toMatchObject({
      ...{ kind: 'cancellation-asked', detail: 'Ordered by mistake', actor: 'Test OrderSubmitter@P1' },
    })
    const [sent, cancellation] = await messages(id)
    expect([sent?.control_id, cancellation?.control_id]).toEqual([`NW${id}`, cancellationOf(id)])
    expect(cancellation?.body).toContain(`\rORC|CA|${id}^KARYO`)
    expect(cancellation?.body).toContain('Order^Ordered by mistake^L')
    const audited = await portal.worker.db
      .selectFrom('audit_event')
      .select(['actor_subject', 'institution_code', 'detail'])
      .where('action', '=', 'order.cancel')
      .where('entity_id', '=', String(id))
      .execute()
    expect(audited).toEqual([
      {
        ...{ actor_subject: 'OrderSubmitter@P1', institution_code: PARENT },
        detail: { type: 'Order', reason: 'Ordered by mistake' },
      },
    ])
  })

  test.each(['Orders', 'orders'])('under /api/%s', async (spelling) => {
    const { id } = await portal.submitted()
    expect((await cancel(id, { spelling })).state).toBe('pending-cancellation')
  })

  test('sent twice concurrently, and once more, counts once', async () => {
    const { id } = await portal.submitted()
    const answers = await Promise.all([cancel(id), cancel(id), cancel(id)])
    expect(answers.map(({ state }) => state)).toEqual(Array(3).fill('pending-cancellation'))
    await cancel(id)
    expect((await messages(id)).map((message) => message.control_id)).toEqual([`NW${id}`, cancellationOf(id)])
    expect(await kinds(id)).toEqual(['cancellation-asked'])
  })

  test('is for the sample once the specimen has arrived', async () => {
    const { id } = await portal.submitted()
    await say(id, { status: 'O', number: `L-${id}` })
    expect((await cancel(id, { type: 'Sample' })).state).toBe('pending-cancellation')
    expect((await messages(id))[1]?.body).toContain(`|L-${id}^LIS`)
  })

  test.each([
    ['another institution second, though the user may do both', { sameHospital: CHILD }, 'sameHospital'],
    ['the child first', { hospital: CHILD, sameHospital: PARENT }, 'sameHospital'],
    ['the institution in lower case', { sameHospital: PARENT.toLowerCase() }, null],
    ['no reason', { reason: '  ' }, 'reason'],
    ['a very long reason', { reason: 'x'.repeat(501) }, 'reason'],
    ['another type', { type: 'Kit' }, 'type'],
  ])('is refused with %s', async (_, more, field) => {
    const { id } = await portal.submitted()
    const { status, paths } = await refusal(id, more)
    const path = field === 'sameHospital' ? '/path/sameHospital' : `/${field}`
    expect([status, paths]).toEqual(field === null ? [404, undefined] : [422, [path]])
  })

  test.each([
    ['nobody', '', 401],
    ['a user who may create and not submit orders', 'OrderCreator@P1', 403],
    ['a viewer', 'OrderViewer@P1', 403],
    ['the laboratory’s Support', 'Support', 403],
    ['another institution', `OrderSubmitter@${FOREIGN}`, 404],
    ['a child', 'OrderSubmitter@C1', 404],
  ])('is refused to %s', async (_, as, status) => {
    const { id } = await portal.submitted()
    const response = await portal.request(`/api/Orders/${PARENT}/${id}/cancel/${PARENT}`, {
      ...{ method: 'POST', body: { type: 'Order', reason: 'No' } },
      ...(as ? { as } : {}),
    })
    expect(response.status).toBe(status)
    expect((await get(id)).state).toBe('en-route')
  })

  test('is refused if only one of the two institutions is the user’s, in either position', async () => {
    const foreignOrder = await portal.submitted(readyOrder(), {
      by: `OrderSubmitter@${FOREIGN}`,
      at: FOREIGN,
    })
    const { id } = await portal.submitted()
    for (const [order, hospital, sameHospital] of [
      [foreignOrder.id, FOREIGN, PARENT],
      [id, PARENT, FOREIGN],
    ] as const)
      expect((await requestCancel(order, { hospital, sameHospital })).status).toBe(404)
    expect((await get(foreignOrder.id, FOREIGN)).state).toBe('en-route')
    expect((await get(id)).state).toBe('en-route')
  })

  test("cannot reach another institution's order through the user’s own", async () => {
    const foreignOrder = await portal.submitted(readyOrder(), {
      by: `OrderSubmitter@${FOREIGN}`,
      at: FOREIGN,
    })
    expect((await requestCancel(foreignOrder.id)).status).toBe(404)
  })

  test('with the type for before or after arrival, whichever is wrong, is refused with the reason', async () => {
    const { id } = await portal.submitted()
    expect(await refusal(id, { type: 'Sample' })).toMatchObject({
      ...{ status: 409, code: 'wrong-state', detail: expect.stringContaining('has not arrived') },
    })
    await say(id, { status: 'O', number: `L-${id}` })
    expect(await refusal(id, { type: 'Order' })).toMatchObject({
      ...{ status: 409, code: 'wrong-state', detail: expect.stringContaining('has since arrived') },
    })
  })

  test('is refused for a draft, a reported and a cancelled order', async () => {
    const draft = await portal.draft()
    const reported = await portal.submitted()
    await say(reported.id, { status: 'F', pdf: REPORT })
    const cancelled = await portal.submitted()
    await say(cancelled.id, { status: 'X' })
    for (const { id } of [draft, reported, cancelled])
      expect(await refusal(id, { type: 'Sample' })).toMatchObject({ status: 409, code: 'wrong-state' })
  })
})

describe('the laboratory’s decision', () => {
  test('may cancel the order', async () => {
    const { id } = await portal.submitted()
    await cancel(id)
    await say(id, { control: 'CR' })
    expect(await get(id)).toMatchObject({ state: 'cancelled', accessionNumber: null, expectedOn: null })
    expect(await kinds(id)).toEqual(['cancellation-asked', 'cancelled'])
  })

  test('may refuse: the order continues where it was, and cancellation may be requested again', async () => {
    const { id } = await portal.submitted()
    await cancel(id)
    await say(id, { control: 'UC', words: 'Ask us by telephone' })
    const order = await portal.as('OrderSubmitter@P1').orders.get({ params: { hospital: PARENT, id } })
    expect(order.state).toBe('en-route')
    expect(order.events.at(-1)).toMatchObject({
      ...{ kind: 'cancellation-refused', actor: 'Laboratory', detail: 'Ask us by telephone' },
    })
    expect(order.abilities).toContain('cancel')
    await cancel(id)
    expect((await messages(id)).map((message) => message.control_id)).toEqual([
      `NW${id}`,
      cancellationOf(id),
      cancellationOf(id),
    ])
    // The same refusal repeated for each test in the order is one.
    await portal.receive(
      laboratoryMessage(
        `D${++control}`,
        { order: id, control: 'UC' },
        { order: id, control: 'UC', test: 'EPI2' },
      ),
    )
    expect((await kinds(id)).filter((kind) => kind === 'cancellation-refused')).toHaveLength(2)
  })

  test('keeps what happened meanwhile: the specimen arrives, testing begins, and the request is refused', async () => {
    const { id } = await portal.submitted()
    await cancel(id)
    await say(id, { status: 'O', number: `L-${id}` })
    expect(await get(id)).toMatchObject({ state: 'pending-cancellation', accessionNumber: `L-${id}` })
    expect((await get(id)).expectedOn).not.toBeNull()
    await say(id, { status: 'I' })
    await say(id, { control: 'UC', words: 'Too late' })
    expect((await get(id)).state).toBe('in-process')
    const expected = ['cancellation-asked', 'accessioned', 'in-process', 'cancellation-refused']
    expect(await kinds(id)).toEqual(expected)
  })

  test('does not override a report that arrives meanwhile', async () => {
    for (const decision of ['CR', 'UC']) {
      const { id } = await portal.submitted()
      await cancel(id)
      await say(id, { status: 'F', pdf: REPORT })
      await say(id, { control: decision })
      expect((await get(id)).state).toBe('reported')
      expect(await kinds(id)).toEqual(['cancellation-asked', 'reported'])
    }
  })

  test("comes after the order's own message, if that is still pending", async () => {
    const { laboratory } = portal
    laboratory.answers = 'down'
    laboratory.received.length = 0
    const { id } = await portal.submitted()
    await cancel(id)
    await expect(handOver(id)).rejects.toThrow('down')
    laboratory.answers = 'taken'
    await handOver(id)
    const sent = laboratory.controlIds().filter((one) => one.includes(String(id)))
    expect([...new Set(sent)]).toEqual([`NW${id}`, cancellationOf(id)])
    // Only accepted: the order's state stays until the decision.
    expect(await kinds(id)).toEqual(['cancellation-asked', 'acknowledged'])
    expect((await get(id)).state).toBe('pending-cancellation')
  })

  test('may be in the acknowledgement itself', async () => {
    const { laboratory } = portal
    const { id } = await portal.submitted()
    await handOver(id)
    await cancel(id)
    laboratory.answers = {
      with: (raw) =>
        `MSH|^~\\&|LIS|L|K|P|20260313||ORL^O22^ORL_O22|R1|P|2.5.1\rMSA|AA|${raw.split('|')[9]}\r` +
        `ORC|UC|${id}|${'|'.repeat(12)}|W^In the sequencer\r`,
    }
    await handOver(id)
    laboratory.answers = 'taken'
    const { state, events } = await get(id)
    expect(state).toBe('en-route')
    expect(events.at(-1)).toMatchObject({ kind: 'cancellation-refused', detail: 'In the sequencer' })
  })

  test('if the request is rejected as invalid, is no cancellation, and the order says so', async () => {
    const { laboratory } = portal
    const { id } = await portal.submitted()
    await handOver(id)
    await cancel(id)
    laboratory.answers = { refusedWith: 'ORC-1 CA is not taken in' }
    await handOver(id)
    laboratory.answers = 'taken'
    const { state, events } = await get(id)
    expect(state).toBe('en-route')
    expect(events.at(-1)).toMatchObject({
      ...{ kind: 'cancellation-refused', detail: 'AE: ORC-1 CA is not taken in' },
    })
  })

  test('for an order that it never accepted is a cancellation', async () => {
    const { laboratory } = portal
    laboratory.answers = { refusedWith: 'Unknown' }
    const { id } = await portal.submitted()
    await cancel(id)
    await handOver(id)
    laboratory.answers = 'taken'
    expect((await get(id)).state).toBe('cancelled')
    expect(await kinds(id)).toEqual(['cancellation-asked', 'refused-by-laboratory', 'cancelled'])
  })

  test.each<[string, MessageOptions]>([
    ['gave it a number', { number: 'L-1' }],
    ['began to test it', { status: 'I' }],
    ['received a specimen', { specimens: [{ number: 's1', received: '20260313090000-0500' }] }],
    ['rejected a specimen', { specimens: [{ number: 's1', rejected: 'QS^Too little' }] }],
  ])('for an order whose message it refused, and that it %s since, may be a refusal', async (_, since) => {
    const { laboratory } = portal
    laboratory.answers = { refusedWith: 'Unknown' }
    const { id } = await portal.submitted()
    await handOver(id)
    const specimens = since.specimens?.map((one) => ({ ...one, number: `${id}-${one.number}` }))
    await say(id, { ...since, ...(specimens ? { specimens } : {}) })
    const type = (await get(id)).state === 'en-route' ? 'Order' : 'Sample'
    await cancel(id, { type })
    laboratory.answers = { refusedWith: 'Already in process' }
    await handOver(id)
    laboratory.answers = 'taken'
    const { state, events } = await get(id)
    expect(state).not.toBe('cancelled')
    expect(events.at(-1)).toMatchObject({
      ...{ kind: 'cancellation-refused', detail: 'AE: Already in process' },
    })
  })
})

test('the API client reports errors as well', async () => {
  const { id } = await portal.submitted()
  const call = portal.as('OrderSubmitter@P1').orders.cancel({
    params: { hospital: PARENT, id, sameHospital: CHILD },
    body: { type: 'Order', reason: 'By mistake' },
  })
  expect((await problemOfCall(call)).errors).toEqual([
    { path: '/path/sameHospital', rule: 'same', message: expect.stringContaining(PARENT) },
  ])
})
