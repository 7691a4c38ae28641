import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { say } from '#server/features/samples/testing/sample-of.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'

let portal: TestPortal
/** Order numbers by the patient's last name. */
const ids: Record<string, number> = {}
const hospital = { params: { hospital: PARENT } }

beforeAll(async () => {
  portal = await startPortal()
  for (const [name, wording, type] of [
    ['Enroute', null, 'Order'],
    ['Accessioned', 'O', 'Sample'],
    ['Process', 'I', 'Sample'],
  ] as const) {
    const { id } = await portal.submitted(readyOrder(name))
    ids[name] = id
    if (wording) await say(portal, id, wording)
    const params = { hospital: PARENT, id, sameHospital: PARENT }
    await portal.as('OrderSubmitter@P1').orders.cancel({ params, body: { reason: 'Ordered twice', type } })
  }
  const other = await portal.submitted(readyOrder('Other'))
  await say(portal, other.id, 'O')
})
afterAll(() => portal?.stop())

type Query = Parameters<ReturnType<TestPortal['as']>['orders']['list']>[0]['query']
const viewer = () => portal.as('OrderViewer@P1')
const list = async (query: Query = {}) => (await viewer().orders.list({ ...hospital, query })).ordersDTO
const names = async (query: Query) => (await list(query)).map(({ patient }) => patient.lastName).toSorted()

describe('[GAP-04] an order with a requested cancellation', () => {
  test('stays in the list of its stage, with any other filter', async () => {
    expect(await names({ status: 'en-route' })).toEqual(['Enroute'])
    expect(await names({ status: 'accessioned' })).toEqual(['Accessioned', 'Other'])
    expect(await names({ status: 'accessioned', orderBy: 'patient' })).toEqual(['Accessioned', 'Other'])
    expect(await names({ status: 'in-process' })).toEqual(['Process'])
    expect(await names({ status: 'in-process', keyword: 'process' })).toEqual(['Process'])
    expect(await names({ status: 'en-route', keyword: 'process' })).toEqual([])
    expect(await names({ sampleStatus: 'Active' })).toEqual(['Process'])
    expect(await names({ orderStatus: 'PendingCancellation' })).toEqual(['Accessioned', 'Enroute', 'Process'])
    expect(await names({ orderStatus: 'PendingCancellation', status: 'accessioned' })).toEqual([
      'Accessioned',
    ])
    expect(await names({ orderStatus: 'Active' })).toEqual(['Other'])
  })

  test('shows both its stage and the requested cancellation', async () => {
    const [row] = await list({ keyword: 'process' })
    expect(row).toMatchObject({
      ...{ state: 'pending-cancellation', stage: 'in-process', displayStatus: 'Cancellation requested' },
    })
    const order = await viewer().orders.get({ params: { hospital: PARENT, id: ids.Process ?? 0 } })
    expect(order).toMatchObject({
      ...{ state: 'pending-cancellation', stage: 'in-process', displayStatus: 'Cancellation requested' },
      ...{ orderStatus: 'PendingCancellation', sampleStatus: 'Active' },
    })
    expect(order.events.map(({ kind }) => kind)).toContain('cancellation-asked')
  })

  test('is counted at its stage', async () => {
    const counts = async () => (await viewer().orders.summary({ params: { h: PARENT } })).counts
    expect(await counts()).toMatchObject({ 'en-route': 1, accessioned: 2, 'in-process': 1 })
    const pipeline = async () => (await viewer().following.pipeline(hospital)) as Record<string, object>
    expect(await pipeline()).toMatchObject({
      'en-route': { count: 1, cancelling: 1 },
      accessioned: { count: 2, cancelling: 1 },
      'in-process': { count: 1, cancelling: 1 },
    })
  })

  test("moves on with the laboratory's updates", async () => {
    // At an institution that no other test counts.
    const [by, params] = ['OrderSubmitter@F1', { hospital: FOREIGN }]
    const { id } = await portal.submitted(readyOrder('Moving'), { by, at: FOREIGN })
    await say(portal, id, 'O')
    const body = { reason: 'Ordered twice', type: 'Sample' } as const
    await portal.as(by).orders.cancel({ params: { ...params, id, sameHospital: FOREIGN }, body })
    const counts = async () => (await portal.as(by).orders.summary({ params: { h: FOREIGN } })).counts
    expect(await counts()).toMatchObject({ accessioned: 1, 'in-process': 0 })
    await say(portal, id, 'I')
    expect(await counts()).toMatchObject({ accessioned: 0, 'in-process': 1 })
    const query = { status: 'in-process', keyword: 'moving' } as const
    expect((await portal.as(by).orders.list({ params, query })).ordersDTO).toMatchObject([{ id }])
  })

  test('is counted and found there after the lists are rebuilt, too', async () => {
    const counts = async () => (await viewer().orders.summary({ params: { h: PARENT } })).counts
    const before = await counts()
    await administer(portal.database.url, (db) => sql`select refill_order_lists()`.execute(db))
    expect(await counts()).toEqual(before)
    expect(await names({ status: 'in-process', keyword: 'process' })).toEqual(['Process'])
  })
})
