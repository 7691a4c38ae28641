import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { say } from '#server/features/samples/testing/sample-of.ts'
import { APPOINTMENT } from '#server/testing/examples/counseling.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const queues = () => portal.as('Support').laboratory.queues()

describe("Support's queues", () => {
  test('count pending items over all institutions', async () => {
    const before = await queues()
    const order = await portal.submitted()
    expect((await queues()).counts).toEqual({
      ...before.counts,
      messagesWaiting: before.counts.messagesWaiting + 1,
    })
    await portal.worker.db
      .updateTable('message_out')
      .set({ answered_at: new Date(), answer_code: 'AR' })
      .where('order_id', '=', order.id)
      .execute()
    expect((await queues()).counts).toEqual({
      ...before.counts,
      messagesRefused: before.counts.messagesRefused + 1,
    })
  })

  test('count the counseling requests that are not sent unless Support decides so, and no others', async () => {
    const { counts } = await queues()
    const ask = (body: object) =>
      portal.request('/api/Orders/GCAppointment', { method: 'POST', body: { ...APPOINTMENT, ...body } })
    // The portal goes on trying to send the first one by itself; the second looks like spam.
    await ask({ email: 'first@family.test' })
    expect((await queues()).counts).toEqual(counts)
    await ask({ email: 'second@family.test', website: 'https://spam.test' })
    expect((await queues()).counts).toEqual({ ...counts, counseling: counts.counseling + 1 })
  })

  test('list the specimens with open availability requests, until they are answered', async () => {
    const { counts } = await queues()
    const order = await portal.submitted()
    await say(portal, order.id, 'O')
    const [sample] = order.samples
    const request = await portal.as('OrderCreator@P1').samples.askAvailability({
      params: { h: PARENT, id: sample?.id ?? 0 },
      body: { testCode: 'EPI2' },
    })
    const after = await queues()
    expect(after.counts.questions).toBe(counts.questions + 1)
    expect(after.questions.at(-1)).toMatchObject({
      ...{ sampleId: sample?.id, testName: 'Epilepsy Panel', hospitalCode: PARENT },
    })
    await portal.as('Support').samples.answerAvailability({
      params: { id: request.id },
      body: { isAvailable: true, note: '' },
    })
    expect((await queues()).counts.questions).toBe(counts.questions)
  })

  test("list feedback newest first, with the clinic's text", async () => {
    const order = await portal.submitted()
    await portal.worker.db
      .updateTable('orders')
      .set({ state: 'reported' })
      .where('id', '=', order.id)
      .execute()
    await portal
      .as('OrderViewer@P1')
      .orders.feedback({ params: { id: order.id }, body: { rating: 2, text: 'The report came late.' } })
    expect((await queues()).feedback[0]).toMatchObject({
      ...{ orderId: order.id, rating: 2, text: 'The report came late.', hospitalCode: PARENT },
    })
  })
})
