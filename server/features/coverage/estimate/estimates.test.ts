import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { insuredOrder } from '#server/testing/world-payers.ts'
import { newestEstimate } from './estimate-store.ts'

const hospital = PARENT
const submitter = 'OrderSubmitter@P1'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const insured = (lastName: string, dateOfBirth = '2017-05-02') =>
  insuredOrder({ company: 'Tidewater Mutual', memberId: `TM-${lastName}`, lastName, dateOfBirth })

/** The order for somebody with another first name. */
const firstNamed = (firstName: string, document: OrderDocument): OrderDocument => ({
  ...document,
  patients: document.patients.map((one, index) => (index === 0 ? { ...one, firstName } : one)),
})

const change = (id: number, members: Partial<OrderDocument>) =>
  portal.as(submitter).orders.patch({
    ...{ params: { hospital, id }, headers: {} },
    body: Object.entries(members).map(([name, value]) => ({
      op: 'replace',
      path: `/${name}`,
      value,
    })) as never,
  })

/** As the form does before it prints one. */
const keep = (document: OrderDocument, orderId: number | null, by = submitter) =>
  portal.as(by).coverage.keepEstimate({ params: { hospital }, body: { document, orderId } })
const print = (id: number, by = submitter) =>
  portal.as(by).coverage.estimatePdf({ params: { hospital, id }, query: { language: 'en' } })
const listed = async (id: number) =>
  (await portal.as(submitter).coverage.ofOrder({ params: { hospital, id } })).estimates.map((one) => one.id)

test('a draft that is used for another patient neither lists nor prints what was saved for the first', async () => {
  const first = insured('Adelaar')
  const { id } = await portal.draft(first)
  const saved = await keep(first, id)
  expect(await listed(id)).toEqual([saved.id])

  const second = insured('Brandt', '2011-08-30')
  const { patients, payment, consents } = second
  await change(id, { patients, payment, consents: [] })
  expect(await listed(id)).toEqual([])
  expect(await problemOfCall(print(saved.id, 'OrderViewer@P1'))).toMatchObject({ status: 404 })
  const ofSecond = await keep(second, id)
  expect(await listed(id)).toEqual([ofSecond.id])

  await change(id, { consents })
  await portal.as(submitter).orders.submit({ params: { hospital, id }, headers: {}, query: SIGNED })
  expect(await listed(id)).toContain(ofSecond.id)
  expect(await listed(id)).not.toContain(saved.id)
  expect(await problemOfCall(print(saved.id))).toMatchObject({ status: 404 })
  expect((await print(ofSecond.id, 'OrderViewer@P1')).byteLength).toBeGreaterThan(1000)
})

test('neither the same birth date nor one that was not entered makes another patient’s estimate this one’s', async () => {
  const first = insured('Fairholm')
  const { id } = await portal.draft(first)
  const saved = await keep(first, id)
  const sameDay = firstNamed('Jonasina', insured('Grantham'))
  await change(id, { patients: sameDay.patients })
  expect(await listed(id)).toEqual([])
  await change(id, { patients: firstNamed('Jonasina', insured('Grantham', '')).patients })
  expect(await listed(id)).toEqual([])
  expect(await problemOfCall(print(saved.id, 'OrderViewer@P1'))).toMatchObject({ status: 404 })
})

test('a patient keeps their estimates when the spelling of their name or their date of birth is corrected', async () => {
  const first = insured('Nguyen')
  const { id } = await portal.draft(first)
  const saved = await keep(first, id)
  await change(id, { patients: insured('Nguyễn-Lê').patients })
  expect(await listed(id)).toEqual([saved.id])
  await change(id, { patients: insured('NGUYỄN', '2017-02-05').patients })
  expect(await listed(id)).toEqual([saved.id])
  expect((await print(saved.id, 'OrderViewer@P1')).byteLength).toBeGreaterThan(1000)
  // What is sent, or compared with, is only what was stored for exactly this patient.
  const { document } = await portal.as(submitter).orders.get({ params: { hospital, id } })
  expect(await newestEstimate(portal.worker.db, { hospital, id, document })).toBeNull()
  expect(await newestEstimate(portal.worker.db, { hospital, id, document: first })).toMatchObject({
    id: saved.id,
  })
})

test('the form prints what it has just saved, also for a patient whom it has not stored yet', async () => {
  const { id } = await portal.draft(insured('Castell'))
  expect((await print((await keep(insured('Dunmore', '2011-08-30'), id)).id)).byteLength).toBeGreaterThan(
    1000,
  )
  expect((await print((await keep(insured('Eastman'), null)).id)).byteLength).toBeGreaterThan(1000)
})
