import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withdrawnHold } from '#domain/consent/withdrawal.ts'
import { PENDING_NOT_CANCELLED } from '#domain/orders/pending-tests.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { laboratoryDay } from '#server/testing/laboratory-day.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, twoTests } from '#server/testing/world.ts'

/** An order of two tests, one of which is reported. */

const hospital = PARENT
const PENDING = [{ testCode: 'CYS4', testName: 'Cystic Fibrosis' }]

let portal: TestPortal
let id: number
let control = 0
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  await portal.worker.db.updateTable('orders').set({ state: 'cancelled', has_pending_test: false }).execute()
  const order = await portal.submitted(twoTests())
  id = order.id
  await receive({
    status: 'I',
    specimens: [{ number: `${id}-${order.samples[0]?.key}`, received: '20260309' }],
  })
  await receive({ status: 'F', pdf: REPORT })
})
afterAll(() => portal?.stop())

const receive = async (options: object) => {
  control += 1
  const message = laboratoryMessage(`T${control}`, { order: id, number: `L-${id}`, ...options })
  expect(await portal.receive(message)).toContain('MSA|AA')
}
const viewer = () => portal.as('OrderViewer@P1')
const get = () => viewer().orders.get({ params: { hospital, id } })
const rows = async (query = {}) =>
  (await viewer().orders.list({ params: { hospital }, query })).ordersDTO.filter((row) => row.id === id)
const expectedOn = (day: string) =>
  portal.worker.db.updateTable('orders').set({ expected_on: day }).where('id', '=', id).execute()

test('names the test that is still awaited, in its reply, the list and the exported file', async () => {
  expect(await get()).toMatchObject({ state: 'reported', displayStatus: 'Reported', pendingTests: PENDING })
  expect(await rows()).toMatchObject([{ pendingTests: PENDING }])
  const file = await portal.request(`/api/Orders/${hospital}/export?ids=${id}`, { as: 'OrderViewer@P1' })
  const [heading, line] = (await file.text()).trim().split('\r\n')
  expect([heading, line].map((one) => one?.split(',').at(-1))).toEqual(['Still awaited', 'Cystic Fibrosis'])

  await receive({ status: 'F', test: 'CYS4', pdf: REPORT })
  expect(await get()).not.toHaveProperty('pendingTests')
  expect((await rows())[0]).not.toHaveProperty('pendingTests')
})

test('is late once the day of the other test has passed, and counted as late', async () => {
  const counts = async () => ({
    ...(await viewer().following.headerAlert({ params: { hospital } })),
    pipeline: (await viewer().following.pipeline({ params: { hospital } })).reported.late,
  })
  await expectedOn(laboratoryDay(0))
  expect([(await get()).isLate, await counts()]).toMatchObject([false, { otherLate: 0, pipeline: 0 }])
  await expectedOn(laboratoryDay(-1))
  expect(await get()).toMatchObject({ isLate: true, blocks: [{ kind: 'report-late' }] })
  expect(await counts()).toMatchObject({ otherLate: 1, pipeline: 1 })
  expect(await rows({ late: 'true' })).toMatchObject([{ isLate: true }])
  const alerts = await viewer().following.notifications({ params: { h: hospital } })
  expect(alerts).toMatchObject([
    { kind: 'otherLate', orderId: id, words: 'The report of another test is late.' },
  ])
})

test('has its specimen in testing, on the specimen’s page and in the list', async () => {
  const [sample] = (await get()).samples
  if (!sample) throw new Error('a submitted order has a sample')
  const whole = () => viewer().samples.whole({ params: { h: hospital, id: sample.id } })
  const listed = async (status: 'Active' | 'Complete') =>
    (
      await viewer().samples.list({ params: { h: hospital }, query: { onlineOrderingStatuses: status } })
    ).samples.some((one) => one.id === sample.id)
  const { sample: own, timeline } = await whole()
  expect(own.status).toBe('Active')
  expect(timeline.at(-1)).toMatchObject({ kind: 'reported', isExpected: true, detail: 'of another test' })
  expect([await listed('Active'), await listed('Complete')]).toEqual([true, false])

  await receive({ status: 'F', test: 'CYS4', pdf: REPORT })
  expect((await whole()).sample.status).toBe('Complete')
  expect([await listed('Active'), await listed('Complete')]).toEqual([false, true])
})

test('cannot be cancelled, and the refusal says who can stop the other test', async () => {
  const body = { reason: 'No longer needed', type: 'Sample' as const }
  const params = { hospital, id, sameHospital: hospital }
  const refused = await problemOfCall(portal.as('OrderSubmitter@P1').orders.cancel({ params, body }))
  expect(refused).toMatchObject({ code: 'wrong-state', detail: PENDING_NOT_CANCELLED })
})

describe('the consent for testing', () => {
  const withdrawable = async () =>
    (await get()).consentLedger.find(({ person }) => person === 'proband')?.withdrawable ?? []
  const withdraw = () =>
    portal.as('OrderSubmitter@P1').orders.withdrawConsent({
      params: { hospital, id },
      body: {
        ...{ patient: 'proband', items: ['testing'], on: laboratoryDay(0) },
        reason: 'The family changed its mind',
      },
    })

  test('can be withdrawn: testing is held, and the order is not late', async () => {
    await expectedOn(laboratoryDay(-1))
    expect(await withdrawable()).toContain('testing')
    const order = await withdraw()
    expect(order).toMatchObject({ state: 'reported', onHold: true, isLate: false })
    expect(order.holds).toMatchObject([{ kind: 'consent', words: withdrawnHold({ hasPendingTest: true }) }])
    expect(await rows({ onHold: 'true' })).toMatchObject([{ onHold: true, isLate: false }])
  })

  test('cannot be withdrawn once each test is reported, or the laboratory cancelled the other', async () => {
    await receive({ status: 'X', test: 'CYS4' })
    expect(await get()).not.toHaveProperty('pendingTests')
    expect(await withdrawable()).not.toContain('testing')
    expect((await problemOfCall(withdraw())).errors).toMatchObject([{ path: '/items/0', rule: 'done' }])
  })
})
