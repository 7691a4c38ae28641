import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayInWords } from '#domain/dates/dates.ts'
import { laboratoryDay } from '../../testing/laboratory-day.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT } from '../../testing/world.ts'
import { rejected, sampleOf, say, withFedex } from './testing/sample-of.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const toTakeAgain = async () => rejected(portal, await portal.submitted())
const NONE = { shipCarrierToBG: null, shipTrackingNoToBG: null }
const takeAgain = (id: number, body: object = {}, as = 'OrderCreator@P1') =>
  portal.as(as).samples.collectedAgain({
    params: { h: PARENT, id },
    body: { dateOfCollection: laboratoryDay(0), ...NONE, ...body },
  })
const orderOf = (id: number) => portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
const toLaboratory = async (order: number) => {
  const found = portal.worker.db.selectFrom('message_out').select('body').where('order_id', '=', order)
  return (await found.where('kind', '=', 'change').execute()).map(({ body }) => body)
}

describe('a sample that replaces a rejected one', () => {
  test('is missing until its recollection is recorded; then the laboratory is told, with its parcel', async () => {
    const { order, id, again } = await toTakeAgain()
    expect(await orderOf(order.id)).toMatchObject({ missingInfo: true })
    const parcel = withFedex()
    const taken = await takeAgain(again, parcel)
    expect(taken).toMatchObject({
      ...{ id: again, recollectionOf: id, dateOfCollection: laboratoryDay(0), status: 'Awaiting' },
      ...{ collectedAgainAt: expect.any(String), shipTrackingNoToBG: parcel.shipTrackingNoToBG },
    })
    const now = await orderOf(order.id)
    expect(now.missingInfo).toBe(false)
    expect(now.events.slice(-2).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['sample-collected-again', `Blood of Linh Nguyễn, collected ${dayInWords(laboratoryDay(0))}`],
      ['sample-shipped', `Blood of Linh Nguyễn: Fedex ${parcel.shipTrackingNoToBG}`],
    ])
    const messages = await toLaboratory(order.id)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(/\rSPM\|1\|[^|]*s1-r1/)
    expect(messages[0]).toContain(laboratoryDay(0).replaceAll('-', ''))
    expect(messages[0]).toContain(parcel.shipTrackingNoToBG)
  })

  test('is recorded once: a repeat changes nothing, anything else is refused', async () => {
    const { order, again } = await toTakeAgain()
    const taken = await takeAgain(again)
    expect(await takeAgain(again)).toEqual(taken)
    expect(await toLaboratory(order.id)).toHaveLength(1)
    const refused = await problemOfCall(takeAgain(again, { ...withFedex() }))
    expect(refused).toMatchObject({
      code: 'wrong-state',
      detail: 'The recollection of this sample is already recorded.',
    })
  })

  test('can get its tracking number later, though not before the recollection', async () => {
    const { again } = await toTakeAgain()
    const put = () =>
      portal.as('OrderCreator@P1').samples.put({ params: { h: PARENT, id: again }, body: withFedex() })
    expect(await problemOfCall(put())).toMatchObject({
      code: 'wrong-state',
      detail: 'This sample must be recollected. Record the recollection first.',
    })
    await takeAgain(again)
    expect((await put()).shipment).not.toBeNull()
  })

  test('[UX-22] was collected by today, and not before the laboratory rejected the other one', async () => {
    const { id, order, again } = await toTakeAgain()
    await portal.worker.db
      .updateTable('sample')
      .set({ rejected_at: new Date('2026-03-12T18:00:00Z'), date_of_collection: '2026-03-01' })
      .where('id', '=', id)
      .execute()
    const { samples } = await orderOf(order.id)
    expect(samples.map(({ recollectFrom }) => recollectFrom)).toEqual([null, '2026-03-12'])
    const tooEarly = 'This date is before 12 Mar 2026, when the laboratory rejected the sample.'
    for (const [dateOfCollection, message] of [
      ['2199-01-01', 'Date cannot be in the future'],
      ['2026-03-11', tooEarly],
      ['1999-01-01', tooEarly],
      ['2026-02-30', 'Enter the date.'],
    ]) {
      const { errors } = await problemOfCall(takeAgain(again, { dateOfCollection, ...withFedex('1') }))
      expect(errors?.[0]).toMatchObject({ path: '/dateOfCollection', message })
    }
    expect(await takeAgain(again, { dateOfCollection: '2026-03-12' })).toMatchObject({ id: again })
  })

  test('with a tracking number already in use is not recorded', async () => {
    const [one, two] = [await toTakeAgain(), await toTakeAgain()]
    const parcel = withFedex()
    await takeAgain(one.again, parcel)
    expect(await problemOfCall(takeAgain(two.again, parcel))).toMatchObject({ code: 'tracking-number-used' })
    expect(await toLaboratory(two.order.id)).toEqual([])
    expect((await orderOf(two.order.id)).missingInfo).toBe(true)
    await takeAgain(two.again, { ...parcel, sameParcel: true })
    expect((await orderOf(two.order.id)).missingInfo).toBe(false)
  })
})

test('only a sample that the laboratory requests again can be recollected', async () => {
  const { id, order } = await sampleOf(portal, await portal.submitted(), { inTransit: true })
  expect(await problemOfCall(takeAgain(id))).toMatchObject({
    code: 'wrong-state',
    detail: 'The laboratory has not asked for a recollection of this sample.',
  })
  await say(portal, order.id, 'O')
  expect((await problemOfCall(takeAgain(id))).status).toBe(409)
})

test('a rejected sample can no longer be shipped, and a view-only user can record nothing', async () => {
  const { id, again } = await toTakeAgain()
  const put = portal.as('OrderCreator@P1').samples.put({ params: { h: PARENT, id }, body: withFedex() })
  expect((await problemOfCall(put)).detail).toBe('The laboratory has rejected this sample.')
  expect((await problemOfCall(takeAgain(again, {}, 'OrderViewer@P1'))).status).toBe(403)
})
