import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'
import { arrivedWithoutLast, sampleOf, say, withFedex } from './testing/sample-of.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const inTransit = async () => sampleOf(portal, await portal.submitted(), { inTransit: true })
const foreign = async () => {
  const who = { by: `OrderSubmitter@${FOREIGN}`, at: FOREIGN }
  return sampleOf(portal, await portal.submitted(readyOrder(), who), { inTransit: true })
}
const get = (id: number, as = 'OrderViewer@P1') =>
  portal.as(as).samples.get({ params: { h: PARENT, id }, query: {} })
const put = (id: number, body: object, { as = 'OrderCreator@P1', path = `Samples/${PARENT}` } = {}) =>
  portal.request(`/api/${path}/${id}`, { as, method: 'PUT', body })
const FEDEX = withFedex('123456789012')

describe('a sample', () => {
  test('is found at its institution, in either spelling of the path', async () => {
    const { id, order } = await inTransit()
    const expected = {
      ...{ id, orderId: order.id, hospitalCode: PARENT, patientName: 'Linh Nguyễn', specimenType: 'Blood' },
      relationship: 'Proband',
      dateOfCollection: order.document.samples[0]?.dateOfCollection,
      ...{ shipCarrierToBG: null, shipTrackingNoToBG: null, shipment: null },
      ...{ isAccessioned: false, accessionedAt: null, labNumber: null, status: 'Awaiting' },
      ...{ rejected: null, recollectionOf: null, collectedAgainAt: null, recollectFrom: null },
      isSettled: false,
      key: order.document.samples[0]?.key,
    }
    for (const spelling of ['Samples', 'samples']) {
      const response = await portal.request(`/api/${spelling}/${PARENT}/${id}`, { as: 'OrderViewer@P1' })
      expect(await response.json()).toEqual(expected)
    }
  })

  test("is the same with and without the order's number", async () => {
    const { id } = await inTransit()
    const search = (searchFromTemp: string) =>
      portal.as('OrderViewer@P1').samples.get({ params: { h: PARENT, id }, query: { searchFromTemp } })
    const sample = await get(id)
    for (const flag of ['true', 'false']) expect(await search(flag)).toEqual(sample)
    const refusal = await problemOfCall(search('perhaps'))
    expect(refusal).toMatchObject({ status: 422, errors: [{ path: '/query/searchFromTemp' }] })
  })

  test('has arrived from its accession on, with the laboratory’s number', async () => {
    const { id, order } = await inTransit()
    await say(portal, order.id, 'I')
    expect(await get(id)).toMatchObject({ isAccessioned: true, labNumber: `L-${order.id}` })
    const samples = (await portal.as('Support').orders.get({ params: { hospital: PARENT, id: order.id } }))
      .samples
    expect(samples).toMatchObject([{ id, isAccessioned: true }])
  })

  test('does not count as arrived if it was cancelled in transit', async () => {
    const { id, order } = await inTransit()
    await say(portal, order.id, 'X')
    expect((await get(id)).isAccessioned).toBe(false)
  })

  test("at another institution does not exist, through its path or one's own", async () => {
    const { id } = await foreign()
    for (const [as, hospital] of [
      ['OrderViewer@P1', PARENT],
      ['OrderViewer@P1', FOREIGN],
      ['OrderViewer@P1', CHILD],
    ]) {
      const response = await portal.request(`/api/Samples/${hospital}/${id}`, { as: as ?? '' })
      expect([response.status, (await problemIn(response)).code]).toEqual([404, 'not-found'])
    }
    expect((await put(id, FEDEX)).status).toBe(404)
    expect((await put(id, FEDEX, { path: `Samples/${FOREIGN}` })).status).toBe(404)
  })
})

describe("a sample's tracking number", () => {
  test('[API-40 ENT-06] is stored as on the label, returned with whether it has arrived, and can be removed', async () => {
    const { id } = await inTransit()
    const label = ' 9400 1000 0000 0000 0000 06 '
    const sent = await put(id, { shipCarrierToBG: 'USPS', shipTrackingNoToBG: label })
    expect(sent.status).toBe(200)
    const usps = { shipCarrierToBG: 'USPS', shipTrackingNoToBG: '9400100000000000000006' }
    expect(await sent.json()).toMatchObject(usps)
    expect(await get(id)).toMatchObject({
      ...usps,
      shipment: {
        ...{ carrier: 'USPS', trackingNumber: '9400100000000000000006', isLate: false, arrivedAt: null },
        link: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000006',
      },
      isAccessioned: false,
    })
    await put(id, { shipCarrierToBG: null, shipTrackingNoToBG: ' ' }, { path: `samples/${PARENT}` })
    expect(await get(id)).toMatchObject({ shipCarrierToBG: null, shipTrackingNoToBG: null })
    const audited = await portal.worker.db
      .selectFrom('audit_event')
      .select(['actor_subject', 'detail'])
      .where('action', '=', 'sample.ship')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      {
        actor_subject: 'OrderCreator@P1',
        detail: { carrier: 'USPS', trackingNumber: '9400100000000000000006' },
      },
      { actor_subject: 'OrderCreator@P1', detail: { carrier: null, trackingNumber: null } },
    ])
  })

  test('does not mark the sample as arrived, whatever the client sends', async () => {
    const { id } = await inTransit()
    const response = await put(id, { ...withFedex(), isAccessioned: true })
    expect(await response.json()).toMatchObject({ isAccessioned: false, shipCarrierToBG: 'Fedex' })
  })

  test.each([
    ['a number with letters (S10)', { shipCarrierToBG: 'USPS', shipTrackingNoToBG: 'RB123456785US' }],
    ['a check digit that looks wrong', { ...FEDEX, shipTrackingNoToBG: '123456789013' }],
    ['a number like the other carrier’s', { ...FEDEX, shipCarrierToBG: 'USPS' }],
    ['an unknown format', { ...FEDEX, shipTrackingNoToBG: 'X-1' }],
  ])('[GAP-03] is accepted with %s', async (_, body) => {
    const { id } = await inTransit()
    expect((await put(id, body)).status).toBe(200)
    expect((await get(id)).shipTrackingNoToBG).toBe(body.shipTrackingNoToBG)
  })

  test.each([
    [
      'a carrier without a number',
      { shipCarrierToBG: 'Fedex', shipTrackingNoToBG: null },
      'shipTrackingNoToBG',
    ],
    ['a number without a carrier', { ...FEDEX, shipCarrierToBG: null }, 'shipCarrierToBG'],
    ['invalid characters in the number', { ...FEDEX, shipTrackingNoToBG: '12;34' }, 'shipTrackingNoToBG'],
    ['a very long number', { ...FEDEX, shipTrackingNoToBG: '1'.repeat(61) }, 'shipTrackingNoToBG'],
    ['another carrier', { ...FEDEX, shipCarrierToBG: 'Courier' }, 'shipCarrierToBG'],
    ['something more', { ...FEDEX, labNumber: 'L' }, 'labNumber'],
  ])('is refused with %s', async (_, body, field) => {
    const { id } = await inTransit()
    const response = await put(id, body)
    const { code, errors } = await problemIn(response)
    expect([response.status, code]).toEqual([422, 'invalid-fields'])
    expect(errors?.map(({ path }) => path)).toEqual([`/${field}`])
    expect((await get(id)).shipTrackingNoToBG).toBeNull()
  })

  test('cannot be changed once the sample has arrived', async () => {
    const { id, order } = await inTransit()
    await say(portal, order.id, 'O')
    const response = await put(id, withFedex())
    expect([response.status, (await problemIn(response)).code]).toEqual([409, 'wrong-state'])
  })

  test('can be entered while the laboratory tests the order’s other samples', async () => {
    const { id, order } = await inTransit()
    await portal.worker.db
      .updateTable('orders')
      .set({ state: 'in-process' })
      .where('id', '=', order.id)
      .execute()
    expect((await put(id, withFedex())).status).toBe(200)
    await portal.worker.db
      .updateTable('orders')
      .set({ state: 'reported' })
      .where('id', '=', order.id)
      .execute()
    expect((await put(id, withFedex())).status).toBe(409)
  })

  test('of a parcel that has arrived, without one of its samples, is replaced by that of another parcel', async () => {
    const ofTwo = async (days: number) => {
      const document = readyOrder()
      const second = document.samples.map((sample) => ({ ...sample, key: 's2' }))
      const order = await portal.submitted({ ...document, samples: [...document.samples, ...second] })
      const last = await arrivedWithoutLast(portal, order, days)
      return { ...last, order: order.id, there: order.samples[0]?.id }
    }
    const [awaited, missing] = [await ofTwo(0), await ofTwo(7)]
    const listed = async (filter: 'on-its-way' | 'late-parcel' | 'not-sent') => {
      const query = { filters: [filter], pageSize: 100 }
      const { samples } = await portal.as('OrderViewer@P1').samples.list({ params: { h: PARENT }, query })
      const found = samples.map(({ id }) => id)
      return [awaited.id, missing.id, missing.there].map((id) => found.includes(id ?? 0))
    }
    expect(await listed('on-its-way')).toEqual([true, false, false])
    expect(await listed('not-sent')).toEqual([false, true, false])
    expect(await listed('late-parcel')).toEqual([false, false, false])
    const obstacles = async () =>
      (await portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id: missing.order } }))
        .blocks
    expect(await obstacles()).toMatchObject([{ kind: 'sample-not-sent', sampleId: missing.id }])
    const { trackingNumber } = (await get(missing.id)).shipment ?? {}
    expect((await get(missing.id)).shipment).toMatchObject({ isLate: false, arrivedWithoutIt: true })
    expect((await get(missing.there ?? 0)).shipment).toMatchObject({
      trackingNumber,
      arrivedWithoutIt: false,
    })
    const again = await put(missing.id, withFedex(missing.body.shipTrackingNoToBG))
    expect([again.status, (await problemIn(again)).code]).toEqual([409, 'tracking-number-used'])
    expect((await put(missing.id, withFedex())).status).toBe(200)
    expect(await listed('on-its-way')).toEqual([true, true, false])
    expect(await listed('not-sent')).toEqual([false, false, false])
    expect(await obstacles()).toEqual([])
  })

  test('cannot be entered by a view-only user', async () => {
    const { id } = await inTransit()
    expect((await put(id, FEDEX, { as: 'OrderViewer@P1' })).status).toBe(403)
  })
})
