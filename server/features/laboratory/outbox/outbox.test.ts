import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LaboratorySender, MOST_SENT_BYTES } from '#adapters/laboratory/port.ts'
import type { OrderEvent } from '#contract/order.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { deliver, waitingMessages } from './delivery.ts'

let portal: TestPortal
beforeEach(async () => {
  portal = await startPortal()
})
afterEach(() => portal?.stop())

const message = (orderId: number) =>
  portal.worker.db
    .selectFrom('message_out')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
const get = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
const kinds = async (id: number) => (await get(id)).events.map(({ kind }) => kind)

/** Only a hang takes this long. */
const NOTICED_WITHIN_MS = 50_000

/** Runs `work` and waits until each of `orders` has had an event of the kind, as an open page receives it. */
async function untilAll(kind: OrderEvent['kind'], orders: number[], work: () => unknown) {
  const gone = new AbortController()
  const late = setTimeout(() => gone.abort(), NOTICED_WITHIN_MS)
  const who = { subject: 'nobody', sessionId: null, institutions: async () => [PARENT] }
  const updates = (await portal.live.follow(who, gone.signal))[Symbol.asyncIterator]()
  let next = updates.next()
  const missing = new Set(orders)
  await work()
  while (missing.size > 0) {
    const { value, done } = await next
    if (done) throw new Error(`the live updates ended, without “${kind}” of ${[...missing].join(', ')}`)
    if (value.about === 'order' && value.kind === kind) missing.delete(value.orderId)
    next = updates.next()
  }
  clearTimeout(late)
  gone.abort()
}

/** A laboratory that answers, and a portal that dies before it has stored the answer. */
const dyingAfter = (laboratory: LaboratorySender): LaboratorySender => ({
  ...laboratory,
  async send(raw) {
    await laboratory.send(raw)
    throw new Error('killed before the answer was noted')
  },
})

/** Answers nothing until `count` messages have arrived. */
function together(laboratory: LaboratorySender, count: number): LaboratorySender {
  const all = Promise.withResolvers<void>()
  let come = 0
  return {
    ...laboratory,
    async send(raw) {
      come += 1
      if (come === count) all.resolve()
      await all.promise
      return laboratory.send(raw)
    },
  }
}

describe('before delivery', () => {
  test('a message that was accepted but whose answer was lost is sent again as the same message and recorded once', async () => {
    const { laboratory, worker } = portal
    const { id } = await portal.submitted()
    const waiting = await message(id)
    await expect(deliver(worker, dyingAfter(laboratory), waiting.id)).rejects.toThrow('killed')
    expect(await message(id)).toMatchObject({ answered_at: null, tries: 1 })
    const both = together(laboratory, 2)
    await Promise.all([deliver(worker, both, waiting.id), deliver(worker, both, waiting.id)])
    await deliver(worker, laboratory, waiting.id)
    expect(new Set(laboratory.received)).toEqual(new Set([waiting.body]))
    expect(new Set(laboratory.controlIds())).toEqual(new Set([waiting.control_id]))
    expect(await message(id)).toMatchObject({ answer_code: 'AA', body: waiting.body })
    expect(await kinds(id)).toEqual(['draft-begun', 'submitted', 'acknowledged'])
    // Answered messages are not sent again.
    const sent = laboratory.received.length
    await deliver(worker, laboratory, waiting.id)
    expect(laboratory.received).toHaveLength(sent)
  })

  test('a message too large for any laboratory is given up with an event on its order, and delays no others', async () => {
    const { laboratory, worker } = portal
    const { id } = await portal.submitted()
    await administer(portal.database.url, (db) =>
      db
        .updateTable('message_out')
        .set({ body: sql`rpad(body, ${MOST_SENT_BYTES + 1}::int, 'x')` })
        .where('order_id', '=', id)
        .execute(),
    )
    const sent = laboratory.received.length
    await deliver(worker, laboratory, (await message(id)).id)
    expect(laboratory.received).toHaveLength(sent)
    const reason = 'Not sent: the message is larger than 32 MiB.'
    expect(await message(id)).toMatchObject({ answered_at: expect.any(Date), last_error: reason })
    expect((await get(id)).events.at(-1)).toMatchObject({ kind: 'refused-by-laboratory', detail: reason })
  })
})

describe('[ORDER-01] a submitted order reaches the laboratory', () => {
  test('even if it is down for a while: submitting works, nothing is lost, and messages go in order', async () => {
    const { laboratory } = portal
    laboratory.answers = 'down'
    await portal.deliver()
    const orders: number[] = []
    for (const name of ['Aalto', 'Brandt', 'Castell']) {
      const order = await portal.submitted(readyOrder(name))
      expect(order.state).toBe('en-route')
      orders.push(order.id)
    }
    const [first = 0] = orders
    // The first one is tried and retried; those after it wait for their turn.
    await laboratory.until(() => laboratory.received.length >= 2)
    expect(new Set(laboratory.controlIds())).toEqual(new Set([`NW${first}`]))
    expect(await waitingMessages(portal.worker)).toMatchObject({ count: 3 })
    expect(await message(first)).toMatchObject({ last_error: 'the laboratory is down', answered_at: null })
    expect((await message(first)).tries).toBeGreaterThan(0)
    expect(await kinds(first)).toEqual(['draft-begun', 'submitted'])

    await untilAll('acknowledged', orders, () => {
      laboratory.answers = 'taken'
    })
    const taken = laboratory.controlIds().filter((id, index, all) => all.lastIndexOf(id) === index)
    expect(taken).toEqual(orders.map((id) => `NW${id}`))
    expect(await waitingMessages(portal.worker)).toMatchObject({ count: 0 })
    for (const id of orders) {
      expect(await kinds(id)).toEqual(['draft-begun', 'submitted', 'acknowledged'])
      const { answer_code, answer } = await message(id)
      expect([answer_code, answer]).toEqual(['AA', `MSA|AA|NW${id}`])
    }
  })

  test('and if the laboratory refuses it, the order shows the laboratory’s text, and the next ones are sent', async () => {
    const { laboratory } = portal
    laboratory.answers = { refusedWith: 'Unknown test code WES1' }
    await portal.deliver()
    const { id } = await portal.draft()
    await untilAll('refused-by-laboratory', [id], async () => {
      await portal
        .as('OrderSubmitter@P1')
        .orders.submit({ params: { hospital: PARENT, id }, headers: {}, query: SIGNED })
    })
    const { events, state } = await get(id)
    expect(events.at(-1)).toMatchObject({ actor: 'Laboratory', detail: 'AE: Unknown test code WES1' })
    expect(state).toBe('en-route')
    expect(await message(id)).toMatchObject({ answer_code: 'AE', tries: 0 })

    laboratory.answers = 'taken'
    const next = await portal.draft()
    await untilAll('acknowledged', [next.id], async () => {
      await portal
        .as('OrderSubmitter@P1')
        .orders.submit({ params: { hospital: PARENT, id: next.id }, headers: {}, query: SIGNED })
    })
    expect(laboratory.controlIds().filter((one) => one === `NW${id}`)).toHaveLength(1)
  })
})
