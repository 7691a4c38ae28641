import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { addWorkingDays, todayAtLaboratory } from '#domain/dates/dates.ts'
import { isLate } from '#domain/orders/obstacles.ts'
import { ORDER_STATES, type OrderState } from '#domain/orders/status.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import { laboratoryDay } from '../../testing/laboratory-day.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { CHILD, PARENT, readyOrder } from '../../testing/world.ts'
import { holdOrder } from './testing/hold-order.ts'

const NONE = { otherLate: 0, otherMissingInfo: 0, wgsLate: 0, wgsMissingInfo: 0 }

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
beforeEach(async () => {
  // Ends what earlier tests made.
  await portal.worker.db
    .updateTable('orders')
    .set({ state: 'cancelled' })
    .where('state', 'not in', ['draft', 'reported'])
    .execute()
})
afterAll(() => portal?.stop())

const viewer = () => portal.as('OrderViewer@P1').following
const counts = () => viewer().headerAlert({ params: { hospital: PARENT } })
const list = () => viewer().notifications({ params: { h: PARENT } })

async function set(id: number, values: { state?: OrderState; expected_on?: string; alert_group?: 'wgs' }) {
  await portal.worker.db.updateTable('orders').set(values).where('id', '=', id).execute()
}
const late = async (order: Order, on = laboratoryDay(-1)) =>
  set(order.id, { state: 'in-process', expected_on: on })

describe('the header’s alerts', () => {
  test('[HDR-06] count late orders and those awaiting the clinic, genomes separately', async () => {
    expect(await counts()).toEqual(NONE)
    await late(await portal.submitted())
    const genome = await portal.submitted()
    await set(genome.id, { alert_group: 'wgs' })
    await late(genome)
    await late(await portal.submitted())
    await holdOrder(portal, await portal.submitted())
    const heldGenome = await portal.submitted()
    await set(heldGenome.id, { alert_group: 'wgs' })
    await holdOrder(portal, heldGenome)
    expect(await counts()).toEqual({ otherLate: 2, otherMissingInfo: 1, wgsLate: 1, wgsMissingInfo: 1 })
  })

  test('are for one institution', async () => {
    await late(await portal.submitted(readyOrder(), { by: 'OrderSubmitter@C1', at: CHILD }))
    expect(await counts()).toEqual(NONE)
    expect(await viewer().headerAlert({ params: { hospital: CHILD } })).toEqual({ ...NONE, otherLate: 1 })
  })

  test('follow the same rule as everything else, in each state, on each day, on hold or not', async () => {
    for (const state of ORDER_STATES.filter((one) => one !== 'draft'))
      for (const days of [-1, 0, 1])
        for (const onHold of [false, true]) {
          const order = await portal.submitted()
          if (onHold) await holdOrder(portal, order)
          const [today, expectedOn] = [laboratoryDay(0), laboratoryDay(days)]
          await set(order.id, { state, expected_on: expectedOn })
          const isStillHeld = onHold && !['reported', 'cancelled'].includes(state)
          const { otherLate, otherMissingInfo } = await counts()
          const what = `${state} ${expectedOn} ${onHold}`
          const lateness = { state, expectedOn, onHold: isStillHeld, hasPendingTest: false }
          expect(otherLate, what).toBe(Number(isLate(lateness, today)))
          expect(otherMissingInfo, what).toBe(Number(isStillHeld))
          await set(order.id, { state: 'cancelled' })
        }
  })
})

describe('the list behind the alerts', () => {
  test('has a line for each counted order, with the reason, since when and by when', async () => {
    expect(await list()).toEqual([])
    const yesterday = laboratoryDay(-1)
    const late1 = await portal.submitted()
    await late(late1, yesterday)
    const heldOrder = await portal.submitted()
    const heldAt = new Date('2026-02-06T15:00:00Z')
    const holdId = await holdOrder(portal, heldOrder, {
      kind: 'consent',
      words: 'The mother’s consent?',
      heldAt,
    })
    expect(await list()).toEqual([
      {
        ...{ kind: 'otherMissingInfo', orderId: heldOrder.id, state: 'en-route', testName: 'Whole Exome' },
        patient: {
          firstName: heldOrder.patient.firstName,
          lastName: heldOrder.patient.lastName,
          dateOfBirth: heldOrder.patient.dateOfBirth,
          fetuses: '',
        },
        ...{ words: 'The mother’s consent?', since: heldAt.toISOString(), by: '2026-02-11', holdId },
      },
      expect.objectContaining({
        ...{
          kind: 'otherLate',
          orderId: late1.id,
          words: 'The report is late.',
          by: yesterday,
          holdId: null,
        },
      }),
    ])
    // The late order's due day has passed by the laboratory's clock.
    expect(todayAtLaboratory(new Date((await list())[1]?.since ?? ''))).toBe(addDays(yesterday, 1))
  })

  test('lists the longest waiting first, at most 25 of a kind, while the counts are complete', async () => {
    const orders = []
    const today = laboratoryDay(0)
    for (let days = 1; days <= 27; days += 1) {
      const order = await portal.submitted()
      await late(order, addDays(today, -days))
      orders.push(order.id)
    }
    expect((await list()).map(({ orderId }) => orderId)).toEqual(orders.toReversed().slice(0, 25))
    expect((await counts()).otherLate).toBe(27)
  })

  test('includes a sample that must be recollected', async () => {
    const order = await portal.submitted()
    const [first] = order.samples
    const rejectedAt = new Date()
    await portal.worker.db
      .updateTable('sample')
      .set({ rejected_at: rejectedAt, reject_code: 'RC', reject_words: 'It has clotted' })
      .where('id', '=', first?.id ?? 0)
      .execute()
    await portal.worker.db
      .insertInto('sample')
      .values({
        ...{ order_id: order.id, institution_code: PARENT, sample_key: `${first?.key}-r1` },
        ...{ patient_name: 'Linh', relationship: 'Proband', specimen_type: 'Blood', date_of_collection: '' },
        recollection_of: first?.id ?? 0,
      })
      .execute()
    expect(await counts()).toEqual({ ...NONE, otherMissingInfo: 1 })
    expect(await list()).toMatchObject([
      {
        ...{ kind: 'otherMissingInfo', orderId: order.id, holdId: null },
        words: 'Recollection needed: Blood, Linh. Reason: “It has clotted”.',
        by: addWorkingDays(todayAtLaboratory(rejectedAt), 5),
      },
    ])
  })
})
