import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import { offerKnownVariantTest } from '#server/testing/known-variant-test.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
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

test('[KFV-03] a reported order offers the test of its variant within the family window, beside the same test', async () => {
  await offerKnownVariantTest(portal)
  const first = await portal.submitted()
  const params = { hospital: PARENT, id: first.id }
  const submitter = portal.as('OrderSubmitter@P1')
  const offered = () => submitter.orders.relativeTests({ params })
  const test = { testCode: 'KNO9', testName: 'Known Variant' }
  expect(await offered()).toEqual([{ ...test, until: null, daysLeft: null }])
  await portal.worker.db
    .updateTable('orders')
    .set({ reported_at: new Date('2026-03-02T15:00:00Z'), accession_number: 'L-41' })
    .where('id', '=', first.id)
    .execute()
  expect(await offered()).toEqual([{ ...test, until: '2026-05-31', daysLeft: expect.any(Number) }])

  const body = { draftKey: randomUUID(), as: 'relative' } as const
  const cousin = await submitter.orders.copy({ params, body: { ...body, testCode: 'KNO9' } })
  expect(cousin.document.tests).toMatchObject([{ testCode: 'KNO9' }])
  expect(cousin.document.knownVariants).toMatchObject([
    {
      ...{ kind: 'sequence', laboratoryNumber: 'L-41', reportDate: '2026-03-02', report: 'same-laboratory' },
      carrier: { firstName: first.patient.firstName, lastName: first.patient.lastName, relation: '' },
    },
  ])
  expect(cousin.madeFrom).toEqual({ orderId: first.id, as: 'relative' })

  // A relative's order passes the variant on, and the window of the first report.
  const next = { params: { hospital: PARENT, id: cousin.id } }
  expect(await submitter.orders.relativeTests(next)).toEqual([
    { ...test, until: '2026-05-31', daysLeft: expect.any(Number) },
  ])
  const same = await submitter.orders.copy({ params, body: { ...body, draftKey: randomUUID() } })
  expect(same.document.tests).toMatchObject([{ testName: 'Whole Exome' }])
  expect(same.document).not.toHaveProperty('knownVariants')
  const refused = submitter.orders.copy({
    params,
    body: { ...body, draftKey: randomUUID(), testCode: 'WES1' },
  })
  expect(await problemOfCall(refused)).toMatchObject({ errors: [{ path: '/testCode', rule: 'unknown' }] })
})
