import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { blankTest } from '#domain/orders/document.ts'
import { arrivedWithoutLast, rejected, say, withFedex } from '#server/features/samples/testing/sample-of.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

let portal: TestPortal
/** Order numbers by the patient's last name. */
const ids: Record<string, number> = {}
const parcels: Record<string, string> = {}
const hospital = { params: { hospital: PARENT } }

beforeAll(async () => {
  portal = await startPortal()
  for (const name of ['Unsent', 'Sent', 'Late', 'Arrived', 'Again']) {
    const order = await portal.submitted(readyOrder(name))
    ids[name] = order.id
    if (name === 'Again') await rejected(portal, order)
    if (!['Sent', 'Late', 'Arrived'].includes(name)) continue
    const body = { sampleIds: order.samples.map(({ id }) => id), sameParcel: false, ...withFedex() }
    await portal.as('OrderCreator@P1').samples.ship({ params: { h: PARENT }, body })
    parcels[name] = body.shipTrackingNoToBG
    if (name !== 'Sent') await makeLate(body.shipTrackingNoToBG)
  }
  await say(portal, ids.Arrived ?? 0, 'O')
  for (const [name, days] of [
    ['Missing', 7],
    ['Awaited', 0],
  ] as const) {
    const document = readyOrder(name)
    const second = document.samples.map((sample) => ({ ...sample, key: 's2' }))
    const order = await portal.submitted({ ...document, samples: [...document.samples, ...second] })
    ids[name] = order.id
    await arrivedWithoutLast(portal, order, days)
  }
  for (const name of ['Asked', 'Retaken', 'Overdue']) await rejectedAfterReport(name)
  await portal.draft(readyOrder('Draft'))
})
afterAll(() => portal?.stop())

async function makeLate(trackingNumber: string) {
  await portal.worker.db
    .updateTable('shipment')
    .set({ created_at: sql`now() - interval '20 days'` })
    .where('tracking_number', '=', trackingNumber)
    .execute()
}

/** One of two tests is reported, and then its specimen rejected; taken again unless `Asked`, and sent if `Overdue`. */
async function rejectedAfterReport(name: string) {
  const { tests, ...document } = readyOrder(name)
  const { id } = await portal.submitted({
    ...document,
    tests: [...tests, blankTest('CYS4', 'Cystic Fibrosis')],
  })
  ids[name] = id
  const update = { order: id, number: `L-${id}`, name: `${name}^Linh` }
  for (const more of [
    { status: 'F', test: 'WES1', pdf: REPORT, at: '20260310120000' },
    { specimens: [{ number: `${id}-s1`, rejected: 'QS' }], at: '20260311120000' },
  ])
    await portal.receive(laboratoryMessage(`${name}${more.at}`, { ...update, ...more }))
  if (name === 'Asked') return
  const { samples } = await portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })
  const again = { h: PARENT, id: samples.find(({ recollectionOf }) => recollectionOf !== null)?.id ?? 0 }
  const clinic = portal.as('OrderCreator@P1').samples
  const dateOfCollection = todayAtLaboratory(new Date())
  await clinic.collectedAgain({
    params: again,
    body: { dateOfCollection, shipCarrierToBG: null, shipTrackingNoToBG: null },
  })
  if (name === 'Retaken') return
  const parcel = withFedex()
  await clinic.put({ params: again, body: parcel })
  parcels[name] = parcel.shipTrackingNoToBG
  await makeLate(parcel.shipTrackingNoToBG)
}

type Query = Parameters<ReturnType<TestPortal['as']>['orders']['list']>[0]['query']
const list = async (query: Query = {}) =>
  (await portal.as('OrderViewer@P1').orders.list({ ...hospital, query })).ordersDTO
const names = async (query: Query) => (await list(query)).map(({ patient }) => patient.lastName).sort()

describe('[UX-21] late parcels and missing tracking numbers', () => {
  test('are in each row, and can be filtered for and excluded', async () => {
    const rows = Object.fromEntries((await list()).map((row) => [row.patient.lastName, row]))
    const unsentOf = (name: string) => [rows[name]?.unsentSamples.length, rows[name]?.lateParcels]
    expect(Object.fromEntries(Object.keys(rows).map((name) => [name, unsentOf(name)]))).toEqual({
      Unsent: [1, []],
      Sent: [0, []],
      Late: [0, [parcels.Late]],
      ...{ Arrived: [0, []], Again: [0, []], Draft: [0, []], Missing: [1, []], Awaited: [0, []] },
      ...{ Asked: [0, []], Retaken: [1, []], Overdue: [0, [parcels.Overdue]] },
    })
    expect(rows.Unsent?.unsentSamples).toEqual([
      {
        ...{ id: rows.Unsent?.samplesToShip[0], patientName: 'Linh Unsent', specimenType: 'Blood' },
        shipmentId: null,
      },
    ])
    const { shipment_id } = await portal.worker.db
      .selectFrom('sample')
      .select('shipment_id')
      .where('id', '=', rows.Missing?.samplesToShip[0] ?? 0)
      .executeTakeFirstOrThrow()
    expect(rows.Missing?.unsentSamples).toMatchObject([{ shipmentId: shipment_id }])
    expect(shipment_id).not.toBeNull()
    expect(await names({ trackingMissing: 'true' })).toEqual(['Missing', 'Retaken', 'Unsent'])
    expect(await names({ parcelLate: 'true' })).toEqual(['Late', 'Overdue'])
    expect(await names({ parcelLate: 'true', keyword: 'late' })).toEqual(['Late'])
    expect(await names({ parcelLate: 'true', trackingMissing: 'true' })).toEqual([])
    expect(await names({ parcelLate: 'false', trackingMissing: 'false' })).toEqual(
      ['Sent', 'Arrived', 'Again', 'Draft', 'Awaited', 'Asked'].sort(),
    )
  })

  test("match the order's page and the list of samples", async () => {
    for (const name of Object.keys(ids)) {
      const order = await portal
        .as('OrderViewer@P1')
        .orders.get({ params: { hospital: PARENT, id: ids[name] ?? 0 } })
      const kinds = order.blocks.map(({ kind }) => kind)
      const [row] = await list({ keyword: name })
      expect([name, kinds.includes('sample-not-sent')]).toEqual([name, row?.unsentSamples.length === 1])
      expect([name, kinds.includes('parcel-late')]).toEqual([name, row?.lateParcels.length === 1])
    }
  })

  test('are counted with the orders', async () => {
    const counts = await portal.as('OrderViewer@P1').following.pipeline(hospital)
    expect(counts['en-route']).toMatchObject({ trackingMissing: 1, parcelLate: 1 })
    expect(counts.accessioned).toMatchObject({ trackingMissing: 1, parcelLate: 0 })
    expect(counts.reported).toMatchObject({ missingInfo: 1, trackingMissing: 1, parcelLate: 1 })
    expect(counts['pending-submission']).toMatchObject({ trackingMissing: 0, parcelLate: 0 })
  })

  test('are among the orders that need action', async () => {
    const { orders } = await portal.as('OrderViewer@P1').following.blocked({ ...hospital, query: {} })
    const kinds = Object.keys(ids).map((name) => [
      name,
      orders.find(({ orderId }) => orderId === ids[name])?.blocks.map(({ kind }) => kind),
    ])
    expect(Object.fromEntries(kinds)).toEqual({
      ...{ Unsent: ['sample-not-sent'], Late: ['parcel-late'], Missing: ['sample-not-sent'] },
      ...{ Again: ['sample-rejected'], Asked: ['sample-rejected'] },
      ...{ Retaken: ['sample-not-sent'], Overdue: ['parcel-late'] },
    })
  })

  test('are columns of the exported file', async () => {
    const file = await portal.as('OrderViewer@P1').orders.export({ ...hospital, query: {} })
    const rows: Record<string, string>[] = parse(Buffer.from(file), { bom: true, columns: true })
    const of = (name: string) => rows.find((row) => row['Last name'] === name)
    expect(of('Late')?.['Late parcels']).toBe(parcels.Late)
    expect(of('Unsent')?.['Samples without tracking number']).toBe('1')
    expect(of('Sent')).toMatchObject({ 'Late parcels': '', 'Samples without tracking number': '' })
  })
})
