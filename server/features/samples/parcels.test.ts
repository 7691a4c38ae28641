import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'
import { sampleOf, say, withFedex } from './testing/sample-of.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const inTransit = async (at = PARENT) => {
  const who = { by: `OrderSubmitter@${at}`, at }
  return sampleOf(portal, await portal.submitted(readyOrder(), who), { inTransit: true })
}
const put = (id: number, body: Parcel, { as = 'OrderCreator@P1', h = PARENT } = {}) =>
  portal.as(as).samples.put({ params: { h, id }, body })
const ship = (
  sampleIds: number[],
  { shipCarrierToBG, shipTrackingNoToBG, sameParcel = false, ...seen }: Parcel,
  h = PARENT,
) => {
  if (!shipCarrierToBG || !shipTrackingNoToBG) throw new Error('a parcel has a carrier and a number')
  return portal.as(`OrderCreator@${h}`).samples.ship({
    ...{ params: { h } },
    body: { sampleIds, shipCarrierToBG, shipTrackingNoToBG, sameParcel, ...seen },
  })
}
interface Parcel {
  shipCarrierToBG: 'Fedex' | 'USPS' | null
  shipTrackingNoToBG: string | null
  sameParcel?: boolean
  seenIn?: { sampleId: number; shipmentId: number | null }[]
}
const sample = (id: number) =>
  portal.as('OrderViewer@P1').samples.get({ params: { h: PARENT, id }, query: {} })
const shipmentsOf = (tracking: string) =>
  portal.worker.db.selectFrom('shipment').selectAll().where('tracking_number', '=', tracking).execute()
const eventsOf = async (order: number) => {
  const { events } = await portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id: order } })
  return events.filter(({ kind }) => kind === 'sample-shipped').map(({ detail, actor }) => [detail, actor])
}
const NONE = { shipCarrierToBG: null, shipTrackingNoToBG: null }

describe('one parcel for many samples', () => {
  test('is one shipment, with an event for each order; a repeat changes nothing', async () => {
    const [one, two] = [await inTransit(), await inTransit()]
    const parcel = withFedex()
    const sent = await ship([one.id, two.id, one.id], parcel)
    expect(sent).toMatchObject({ carrier: 'Fedex', trackingNumber: parcel.shipTrackingNoToBG })
    expect(sent.samples.map(({ id }) => id)).toEqual([one.id, two.id])
    expect(await ship([one.id, two.id], parcel)).toEqual(sent)
    expect(await shipmentsOf(parcel.shipTrackingNoToBG)).toHaveLength(1)
    for (const { id, order } of [one, two]) {
      expect((await sample(id)).shipment?.id).toBe(sent.id)
      const words = `Blood of Linh Nguyễn: Fedex ${parcel.shipTrackingNoToBG}`
      expect(await eventsOf(order.id)).toEqual([[words, expect.any(String)]])
    }
  })

  test('accepts all or none: not with an unknown, another institution’s, or an arrived sample', async () => {
    const [here, arrived, foreign] = [await inTransit(), await inTransit(), await inTransit(FOREIGN)]
    await say(portal, arrived.order.id, 'O')
    const unknown = await problemOfCall(ship([here.id, foreign.id, 999_999_999], withFedex()))
    expect(unknown.errors?.map(({ path }) => path)).toEqual(['/sampleIds/1', '/sampleIds/2'])
    const refused = await problemOfCall(ship([here.id, arrived.id], withFedex()))
    expect(refused).toMatchObject({ code: 'wrong-state', errors: [{ path: '/sampleIds/1' }] })
    expect(refused.detail).toContain(`order ${arrived.order.id}: This sample has arrived at the laboratory.`)
    expect((await sample(here.id)).shipment).toBeNull()
  })

  test('reports all errors together', async () => {
    const refused = await problemOfCall(ship([999_999_999], withFedex('1234;5678')))
    expect(refused.errors?.map(({ path }) => path)).toEqual(['/shipTrackingNoToBG', '/sampleIds/0'])
  })

  test('has from one to two hundred samples', async () => {
    for (const count of [0, 201]) {
      const ids = Array.from({ length: count }, (_, index) => index + 1)
      expect(await problemOfCall(ship(ids, withFedex()))).toMatchObject({ errors: [{ path: '/sampleIds' }] })
    }
  })
})

describe('a sample that was seen in another parcel than it is in', () => {
  const seen = (...samples: [id: number, shipmentId: number | null][]) => ({
    seenIn: samples.map(([sampleId, shipmentId]) => ({ sampleId, shipmentId })),
  })

  test('is refused by its name, with all others, and stays in a colleague’s parcel', async () => {
    const [one, two, three, arrived] = [
      await inTransit(),
      await inTransit(),
      await inTransit(),
      await inTransit(),
    ]
    const unsent = seen([one.id, null], [two.id, null], [three.id, null], [arrived.id, null])
    const ids = [one.id, two.id, three.id, arrived.id]
    const colleague = withFedex()
    await ship([two.id, three.id], colleague)
    await say(portal, arrived.order.id, 'O')
    const refused = await problemOfCall(ship(ids, { ...withFedex(), ...unsent }))
    expect(refused).toMatchObject({
      ...{ status: 409, code: 'wrong-state' },
      errors: [
        { path: '/sampleIds/1', rule: 'state' },
        { path: '/sampleIds/2', rule: 'state' },
        { path: '/sampleIds/3', rule: 'state' },
      ],
    })
    expect(refused.detail).toContain(
      `Blood of Linh Nguyễn, order ${two.order.id}: In the meantime, Fedex ${colleague.shipTrackingNoToBG} was entered for it.`,
    )
    expect((await sample(one.id)).shipment).toBeNull()
    for (const { id } of [two, three])
      expect((await sample(id)).shipTrackingNoToBG).toBe(colleague.shipTrackingNoToBG)
    // Without the samples that were refused, and for those who looked again.
    const parcel = withFedex()
    await ship([one.id], { ...parcel, ...unsent })
    const now = (await sample(two.id)).shipment?.id ?? null
    await ship([two.id], { ...parcel, sameParcel: true, ...seen([two.id, now]) })
    expect((await sample(two.id)).shipTrackingNoToBG).toBe(parcel.shipTrackingNoToBG)
  })

  test('is refused to the second of two who change or remove its number', async () => {
    const { id } = await inTransit()
    const first = await put(id, withFedex())
    const before = seen([id, first.shipment?.id ?? null])
    const changed = withFedex()
    await put(id, { ...changed, ...before })
    for (const late of [withFedex(), NONE])
      expect(await problemOfCall(put(id, { ...late, ...before }))).toMatchObject({
        code: 'wrong-state',
        detail: `In the meantime, Fedex ${changed.shipTrackingNoToBG} was entered for it.`,
      })
    await put(id, NONE)
    const removed = await problemOfCall(put(id, { ...withFedex(), ...before }))
    expect(removed.detail).toBe('In the meantime, its tracking number was removed.')
  })

  test('is no refusal of a repeat, nor where the request leaves out where it was seen', async () => {
    const { id } = await inTransit()
    const parcel = { ...withFedex(), ...seen([id, null]) }
    const sent = await ship([id], parcel)
    expect(await ship([id], parcel)).toEqual(sent)
    const removal = { ...NONE, ...seen([id, sent.id]) }
    await put(id, removal)
    expect((await put(id, removal)).shipment).toBeNull()
    for (const other of [withFedex(), withFedex()])
      expect((await ship([id], other)).samples.map((one) => one.id)).toEqual([id])
  })
})

describe('a tracking number that was used before', () => {
  test('is refused with its orders, unless it is confirmed as the same parcel in transit', async () => {
    const [one, two] = [await inTransit(), await inTransit()]
    const parcel = withFedex()
    await put(one.id, parcel)
    const refused = await problemOfCall(put(two.id, parcel))
    expect(refused).toMatchObject({
      ...{ status: 409, code: 'tracking-number-used' },
      errors: [{ path: '/shipTrackingNoToBG', rule: 'same-parcel' }],
    })
    expect(refused.detail).toMatch(
      new RegExp(`^It was entered for order ${one.order.id} on \\d{1,2} [A-Z][a-z]+ \\d{4}\\.$`),
    )
    expect((await sample(two.id)).shipment).toBeNull()
    const same = await put(two.id, { ...parcel, sameParcel: true })
    expect(same.shipment?.id).toBe((await sample(one.id)).shipment?.id)
  })

  test('is refused, even if confirmed, once that parcel has arrived', async () => {
    const [one, two] = [await inTransit(), await inTransit()]
    const parcel = withFedex()
    await put(one.id, parcel)
    await say(portal, one.order.id, 'O')
    const refused = await problemOfCall(put(two.id, { ...parcel, sameParcel: true }))
    expect(refused).toMatchObject({ code: 'tracking-number-used', errors: [{ rule: 'used' }] })
    expect(refused.detail).toContain('and that parcel has arrived.')
  })

  test('is refused without details if it is another institution’s', async () => {
    const parcel = withFedex()
    for (const at of [FOREIGN, CHILD]) {
      const foreign = await inTransit(at)
      const number = withFedex()
      await put(foreign.id, number, { as: `OrderSubmitter@${at}`, h: at })
      const { id } = await inTransit()
      const refused = await problemOfCall(put(id, { ...number, sameParcel: true }))
      expect(refused.errors).toEqual([
        {
          ...{ path: '/shipTrackingNoToBG', rule: 'used-elsewhere' },
          message: 'It was entered for another institution’s parcel.',
        },
      ])
      const { instance: _, ...told } = refused
      expect(JSON.stringify(told)).not.toMatch(new RegExp(`${foreign.order.id}|${at}\\b`))
      expect((await put(id, parcel)).shipTrackingNoToBG).toBe(parcel.shipTrackingNoToBG)
      await put(id, NONE)
    }
  })

  test('is free again once it has no samples: they were moved, or the number removed', async () => {
    const [one, two] = [await inTransit(), await inTransit()]
    const [wrong, right] = [withFedex(), withFedex()]
    await put(one.id, wrong)
    await put(one.id, right)
    expect(await shipmentsOf(wrong.shipTrackingNoToBG)).toEqual([])
    await ship([one.id, two.id], right)
    await put(one.id, NONE)
    expect((await sample(two.id)).shipTrackingNoToBG).toBe(right.shipTrackingNoToBG)
    await put(two.id, NONE)
    expect(await shipmentsOf(right.shipTrackingNoToBG)).toEqual([])
    expect((await put(one.id, wrong)).shipTrackingNoToBG).toBe(wrong.shipTrackingNoToBG)
  })
})

describe('concurrently', () => {
  test('two users enter the same number: one gets it, the other learns where it is used', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const samples = [await inTransit(), await inTransit(), await inTransit(FOREIGN)]
      const parcel = withFedex()
      const calls = samples.map(({ id, h }) => {
        const at = h === FOREIGN ? { as: `OrderSubmitter@${FOREIGN}`, h } : {}
        return put(id, parcel, at).then(
          () => 'sent',
          (error) => error.problem.code,
        )
      })
      expect((await Promise.all(calls)).toSorted()).toEqual([
        'sent',
        'tracking-number-used',
        'tracking-number-used',
      ])
      expect(await shipmentsOf(parcel.shipTrackingNoToBG)).toHaveLength(1)
    }
  })

  test('samples are moved between parcels in every direction, and none is lost', async () => {
    const samples = await Promise.all([inTransit(), inTransit(), inTransit(), inTransit()])
    const ids = samples.map(({ id }) => id)
    const parcels = [withFedex(), withFedex()]
    const moves = Array.from({ length: 24 }, (_, turn) => {
      const id = ids[turn % ids.length] ?? 0
      const parcel = parcels[Math.floor(turn / 3) % 2]
      return turn % 5 === 4 || !parcel
        ? put(id, NONE)
        : ship(turn % 2 ? ids : [id], { ...parcel, sameParcel: true })
    })
    await Promise.all(moves)
    const stored = await Promise.all(ids.map(sample))
    const used = new Set(stored.flatMap(({ shipTrackingNoToBG }) => shipTrackingNoToBG ?? []))
    for (const { shipTrackingNoToBG } of parcels)
      expect(await shipmentsOf(shipTrackingNoToBG)).toHaveLength(used.has(shipTrackingNoToBG) ? 1 : 0)
  })
})
