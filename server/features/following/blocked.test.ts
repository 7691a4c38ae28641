import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { laboratoryDay } from '../../testing/laboratory-day.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, PARENT, readyOrder } from '../../testing/world.ts'
import { holdOrder } from './testing/hold-order.ts'

const DAY = 86_400_000
let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  await portal.worker.db
    .updateTable('orders')
    .set({ state: 'cancelled' })
    .where('state', '<>', 'draft')
    .execute()
})
afterAll(() => portal?.stop())

const viewer = () => portal.as('OrderViewer@P1').following
const blocked = (query = {}) => viewer().blocked({ params: { hospital: PARENT }, query })
const arrived = (order: number) =>
  portal.worker.db
    .updateTable('sample')
    .set({ accessioned_at: new Date() })
    .where('order_id', '=', order)
    .execute()

describe('orders that need action', () => {
  test('list laboratory questions before samples that were never sent, and overdue before due', async () => {
    const unsent = await portal.submitted()
    const order = await portal.submitted()
    await holdOrder(portal, order)
    await arrived(order.id)
    const overdue = await portal.submitted()
    await holdOrder(portal, overdue, { heldAt: new Date(Date.now() - 20 * DAY) })
    await portal.submitted(readyOrder(), { by: 'OrderSubmitter@C1', at: CHILD })
    const done = await portal.submitted()
    await arrived(done.id)
    const found = await blocked()
    expect(found).toMatchObject({ total: 3, overdue: 1 })
    expect(
      found.orders.map(({ orderId, blocks: obstacles }) => [orderId, ...obstacles.map(({ kind }) => kind)]),
    ).toEqual([
      [overdue.id, 'hold', 'sample-not-sent'],
      [order.id, 'hold'],
      [unsent.id, 'sample-not-sent'],
    ])
    expect((await blocked({ top: 1 })).orders).toHaveLength(1)
    expect(await blocked({ top: 1 })).toMatchObject({ total: 3 })
  })

  test('omit answered questions: those wait for the laboratory', async () => {
    const order = await portal.submitted()
    const holdId = await holdOrder(portal, order)
    await arrived(order.id)
    expect((await blocked()).total).toBe(1)
    await portal.as('OrderCreator@P1').following.answer({
      params: { hospital: PARENT, id: order.id, holdId },
      body: { text: 'Here it is' },
    })
    expect(await blocked()).toEqual({ total: 0, overdue: 0, orders: [] })
  })
})

test('the pipeline counts the orders in each state, and how many are late, on hold, or need action', async () => {
  const before = await viewer().pipeline({ params: { hospital: PARENT } })
  await portal.submitted()
  await holdOrder(portal, await portal.submitted())
  const late = await portal.submitted()
  const yesterday = laboratoryDay(-1)
  await portal.worker.db
    .updateTable('orders')
    .set({ state: 'in-process', expected_on: yesterday })
    .where('id', '=', late.id)
    .execute()
  expect(await viewer().pipeline({ params: { hospital: PARENT } })).toEqual({
    ...before,
    'en-route': {
      count: 2,
      late: 0,
      held: 1,
      missingInfo: 1,
      trackingMissing: 2,
      parcelLate: 0,
      cancelling: 0,
    },
    'in-process': {
      count: 1,
      late: 1,
      held: 0,
      missingInfo: 0,
      trackingMissing: 1,
      parcelLate: 0,
      cancelling: 0,
    },
  })
})
