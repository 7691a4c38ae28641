import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemIn, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'
import { rejected, sampleOf, say, withFedex } from './testing/sample-of.ts'

let portal: TestPortal
const ids: Record<string, number> = {}
const orders: Record<string, number> = {}
let parcel: ReturnType<typeof withFedex>
beforeAll(async () => {
  portal = await startPortal()
  const make = async (name: string) => {
    const made = await sampleOf(portal, await portal.submitted(), { inTransit: true })
    ids[name] = made.id
    orders[name] = made.order.id
    return made
  }
  const say_ = async (name: string, status: string) => say(portal, orders[name] ?? 0, status)
  await make('waiting')
  await make('sent')
  await make('late')
  for (const name of ['there', 'tested']) await make(name)
  parcel = withFedex()
  const ship = (name: string, parcelGiven: typeof parcel) =>
    portal.as('OrderCreator@P1').samples.put({ params: { h: PARENT, id: ids[name] ?? 0 }, body: parcelGiven })
  await ship('sent', parcel)
  await ship('late', withFedex())
  await portal.worker.db
    .updateTable('shipment')
    .set({ created_at: sql`now() - interval '20 days'` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sample')
        .select(sql<number>`shipment_id`.as('id'))
        .where('id', '=', ids.late ?? 0),
    )
    .execute()
  // As if changed then: a sample stores when it last changed.
  await sql`update sample set shipment_id = shipment_id where id = ${ids.late ?? 0}`.execute(portal.worker.db)
  await say_('there', 'O')
  await say_('tested', 'O')
  await say_('tested', 'I')
  const { id, again, order } = await rejected(portal, await portal.submitted())
  Object.assign(ids, { rejected: id, again })
  orders.rejected = order.id
  const who = { by: `OrderSubmitter@${FOREIGN}`, at: FOREIGN }
  await portal.submitted(readyOrder(), who)
})
afterAll(() => portal?.stop())

const list = (query = '', path = `Samples/${PARENT}`) =>
  portal.request(`/api/${path}${query}`, { as: 'OrderViewer@P1' })
const names = async (query: string) => {
  const { samples } = await (await list(query)).json()
  const found: number[] = samples.map(({ id }: { id: number }) => id)
  return Object.keys(ids)
    .filter((name) => found.includes(ids[name] ?? 0))
    .sort()
    .join(' ')
}

describe('[API-42] the list of an institution’s samples', () => {
  test('has all of them in pages, with the total, in either spelling', async () => {
    for (const path of [`Samples/${PARENT}`, `samples/${PARENT}`]) {
      const first = await (await list('?pageSize=4', path)).json()
      expect(first).toMatchObject({ total: 7, index: 0, pageSize: 4 })
      const second = await (await list('?pageSize=4&index=1', path)).json()
      const found = [...first.samples, ...second.samples].map(({ id }) => id)
      expect(found.toSorted()).toEqual(Object.values(ids).toSorted())
    }
    expect(await (await list()).json()).toMatchObject({ pageSize: 25 })
    const beyond = await list('?pageSize=4&index=2')
    expect([beyond.status, (await problemIn(beyond)).code]).toEqual([400, 'invalid-page'])
  })

  test.each([
    ['?onlineOrderingStatuses=Awaiting', 'again late sent waiting'],
    ['?onlineOrderingStatuses=Received', 'there'],
    ['?onlineOrderingStatuses=Active&onlineOrderingStatuses=Rejected', 'rejected tested'],
    ['?onlineOrderingStatuses=Complete', ''],
    ['?onlineOrderingStatuses=accessioned', 'there'],
    ['?onlineOrderingStatuses=en-route&filters=on-its-way', 'late sent'],
    ['?filters=late-parcel', 'late'],
    ['?filters=to-take-again&filters=late-parcel', 'again late'],
    ['?filters=not-sent', 'waiting'],
    ['?keyword=nguyen%20BLOOD', 'again late rejected sent tested there waiting'],
    ['?keyword=nobody', ''],
    ['?keyword=scn1a', ''],
    ['?keyword=scn1a&searchPanelOrders=true&filters=not-sent', 'waiting'],
    ['?keyword=scn1a&searchPanelOrders=false', ''],
  ])('is narrowed by %s', async (query, found) => {
    expect(await names(query)).toBe(found)
  })

  test('finds a sample by its tracking, laboratory, sample and order number', async () => {
    expect(await names(`?keyword=${parcel.shipTrackingNoToBG}`)).toBe('sent')
    expect(await names(`?keyword=L-${orders.there}`)).toBe('there')
    expect(await names(`?keyword=${ids.late}`)).toBe('late')
    expect(await names(`?keyword=${orders.rejected}`)).toBe('again rejected')
  })

  test.each(['changed', 'patient', 'specimen', 'collected', 'labNumber', 'status', 'expected'])(
    'is sorted by %s in both directions',
    async (orderBy) => {
      const found = async (isAscending: boolean) => {
        const { samples } = await (await list(`?orderBy=${orderBy}&isAscending=${isAscending}`)).json()
        return samples.map(({ id }: { id: number }) => id)
      }
      const [up, down] = [await found(true), await found(false)]
      expect(up.toSorted()).toEqual(down.toSorted())
      if (orderBy === 'status') expect([up.at(-1), down[0]]).toEqual([ids.rejected, ids.rejected])
      if (orderBy === 'changed') expect(up.toReversed()).toEqual(down)
    },
  )

  test('refuses unknown parameters', async () => {
    const refused = await problemIn(
      await list('?orderBy=colour&onlineOrderingStatuses=Lost&filters=x&pageSize=0&index=-1'),
    )
    expect(refused.errors?.map(({ path }) => path).sort()).toEqual([
      ...['/query/filters', '/query/index', '/query/onlineOrderingStatuses'],
      ...['/query/orderBy', '/query/pageSize'],
    ])
  })

  test('matches words in a row’s order, and never another institution’s', async () => {
    const { samples } = await (await list(`?keyword=${ids.tested}`)).json()
    expect(samples[0]).toMatchObject({
      ...{ id: ids.tested, orderId: orders.tested, hospitalCode: PARENT, labNumber: `L-${orders.tested}` },
      ...{ status: 'Active', state: 'in-process', displayStatus: 'In Process', testName: 'Whole Exome' },
    })
    expect((await list('', `Samples/${FOREIGN}`)).status).toBe(404)
    expect(await (await list('', `Samples/${CHILD}`)).json()).toMatchObject({ total: 0, samples: [] })
  })
})

test('[API-41] the dashboard lists the samples that changed last', async () => {
  const dashboard = await (await list('', `Samples/${PARENT}/dashboard`)).json()
  expect(dashboard.counts).toMatchObject({ 'en-route': 4, accessioned: 1, 'in-process': 1 })
  const top = async (path: string) =>
    (await (await list('', path)).json()).map(({ id }: { id: number }) => id)
  expect(await top(`Samples/${PARENT}/top/3`)).toEqual([ids.again, ids.rejected, ids.sent])
  expect(await top(`samples/${PARENT}/top/1`)).toEqual([ids.again])
  for (const n of ['0', '101', 'all']) expect((await list('', `Samples/${PARENT}/top/${n}`)).status).toBe(422)
})
