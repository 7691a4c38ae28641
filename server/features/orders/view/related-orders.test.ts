import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const copy = ({ id }: Order, as: CopyKind) =>
  portal.as('OrderSubmitter@P1').orders.copy({
    params: { hospital: PARENT, id },
    body: { draftKey: randomUUID(), as },
  })
const related = async ({ id }: Order) => {
  const order = await portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
  return order.relatedOrders.map((one) => [one.id, one.relation, one.as])
}

test('an order names its source, the orders made from it, and other relatives’ orders', async () => {
  const first = await portal.submitted()
  expect(await related(first)).toEqual([])
  const mother = await copy(first, 'relative')
  const father = await copy(first, 'relative')
  const again = await copy(first, 'again')
  expect(await related(first)).toEqual([
    [mother.id, 'copy', 'relative'],
    [father.id, 'copy', 'relative'],
    [again.id, 'copy', 'again'],
  ])
  expect(await related(mother)).toEqual([
    [first.id, 'origin', 'relative'],
    [father.id, 'sibling', 'relative'],
  ])
  expect(await related(again)).toEqual([[first.id, 'origin', 'again']])
  const { relatedOrders } = await portal.as('OrderViewer@P1').orders.get({
    params: { hospital: PARENT, id: mother.id },
  })
  expect(relatedOrders[0]).toMatchObject({
    ...{ state: 'en-route', stage: 'en-route', testName: 'Whole Exome' },
    patient: { firstName: first.patient.firstName, lastName: first.patient.lastName },
  })
})

test('a related order with a requested cancellation shows that and its stage, as in the list', async () => {
  const first = await portal.submitted()
  const mother = await copy(first, 'relative')
  await portal.as('OrderSubmitter@P1').orders.cancel({
    params: { hospital: PARENT, id: first.id, sameHospital: PARENT },
    body: { reason: 'Ordered by mistake', type: 'Order' },
  })
  const { relatedOrders } = await portal.as('OrderViewer@P1').orders.get({
    params: { hospital: PARENT, id: mother.id },
  })
  expect(relatedOrders[0]).toMatchObject({ id: first.id, state: 'pending-cancellation', stage: 'en-route' })
})
