import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AvailabilityRequest } from '#contract/sample.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { problemIn, startPortal, type TestPortal } from '../../testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'
import { sampleOf } from './testing/sample-of.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const FOREIGN_USER = { by: `OrderSubmitter@${FOREIGN}`, at: FOREIGN }
const arrived = async (who?: typeof FOREIGN_USER) =>
  sampleOf(portal, await portal.submitted(readyOrder(), who))

interface AvailabilityBody {
  as?: string
  path?: string
}
const send = (method: string, path: string, as: string, body?: object) =>
  portal.request(`/api/${path}`, { as, method, ...(body ? { body } : {}) })
const post = (
  id: number,
  testCode = 'EPI2',
  { as = 'OrderCreator@P1', path = `samples/${PARENT}` }: AvailabilityBody = {},
) => send('POST', `${path}/${id}/request-addon-availability`, as, { testCode })
const answer = (
  id: number,
  isAvailable: boolean,
  { as = 'Support', path = 'samples' }: AvailabilityBody = {},
) => send('PATCH', `${path}/availability-request/${id}/answer`, as, { isAvailable, note: ' 2 ng left ' })
const mark = (
  id: number,
  orderId: number | null,
  { as = 'OrderCreator@P1', path = 'samples' }: AvailabilityBody = {},
) => send('PATCH', `${path}/availability-request/${id}/mark-ordered`, as, { orderId })
const listed = (id: number, { as = 'OrderViewer@P1', path = 'samples' }: AvailabilityBody = {}) =>
  send('GET', `${path}/${id}/availability-requests`, as)

const body = async (response: Response) => (await response.json()) as AvailabilityRequest
const availability = async (id: number, testCode?: string) => body(await post(id, testCode))
const all = async (id: number) => (await (await listed(id)).json()) as AvailabilityRequest[]
const refusal = async (sent: Promise<Response>) => {
  const response = await sent
  const { code, errors = [] } = await problemIn(response)
  return [response.status, code, ...errors.map(({ path }) => path)]
}
const events = async (id: number) =>
  (await portal.as('Support').orders.get({ params: { hospital: PARENT, id } })).events

describe('[API-48] request to check the remaining specimen', () => {
  test('is made, answered by the laboratory’s Support, and marked as ordered', async () => {
    const { id, order } = await arrived()
    const request = await availability(id)
    expect(request).toMatchObject({
      ...{ sampleId: id, hospitalCode: PARENT, testCode: 'EPI2', testName: 'Epilepsy Panel' },
      ...{ status: 'requested', note: '', answeredAt: null, orderId: null },
      requestedBy: 'Test OrderCreator@P1',
    })
    const answered = await answer(request.id, true)
    expect(await answered.json()).toMatchObject({
      ...{ status: 'available', note: '2 ng left', answeredAt: expect.any(String) },
    })
    const draft = await portal.draft()
    expect(await body(await mark(request.id, draft.id))).toMatchObject({
      ...{ status: 'ordered', orderId: draft.id, isOrderDraft: true },
    })
    expect((await events(order.id)).slice(-2)).toMatchObject([
      { kind: 'availability-asked', detail: 'Epilepsy Panel', actor: 'Test OrderCreator@P1' },
      { kind: 'availability-answered', detail: 'Epilepsy Panel: available. 2 ng left' },
    ])
    const audited = await portal.worker.db
      .selectFrom('audit_event')
      .select(['action', 'institution_code'])
      .where('entity', '=', 'availability-request')
      .where('entity_id', '=', String(request.id))
      .orderBy('id')
      .execute()
    expect(audited.map(({ action }) => action)).toEqual([
      ...['availability.ask', 'availability.answer', 'availability.ordered'],
    ])
    expect(new Set(audited.map((one) => one.institution_code))).toEqual(new Set([PARENT]))
  })

  test('tells of a draft that it is not submitted, until it is', async () => {
    const { id } = await arrived()
    const request = await availability(id)
    await answer(request.id, true)
    const submitter = portal.as('OrderSubmitter@P1').orders
    const draft = await portal.draft(readyOrder())
    await mark(request.id, draft.id)
    expect(await all(id)).toMatchObject([{ status: 'ordered', orderId: draft.id, isOrderDraft: true }])
    await submitter.submit({ params: { hospital: PARENT, id: draft.id }, headers: {}, query: SIGNED })
    expect(await all(id)).toMatchObject([{ status: 'ordered', orderId: draft.id, isOrderDraft: false }])
  })

  test('stands as it was answered once the draft that ordered the test is discarded', async () => {
    const { id } = await arrived()
    const request = await availability(id)
    await answer(request.id, true)
    const discarded = async () => {
      const draft = await portal.draft()
      expect((await mark(request.id, draft.id)).status).toBe(200)
      return () => portal.as('OrderCreator@P1').orders.discard({ params: { h: PARENT, id: draft.id } })
    }
    await (await discarded())()
    expect(await all(id)).toMatchObject([{ id: request.id, status: 'available', orderId: null }])

    // Only one question about a test is open: the newer one.
    const discardLater = await discarded()
    const newer = await availability(id)
    await discardLater()
    expect(await all(id)).toMatchObject([
      { id: newer.id, status: 'requested' },
      { id: request.id, status: 'ordered', orderId: null },
    ])
  })

  test('exists once while it is open, for any number of concurrent requests', async () => {
    const { id, order } = await arrived()
    const many = await Promise.all([availability(id), availability(id), availability(id)])
    expect(new Set(many.map((one) => one.id)).size).toBe(1)
    await answer(many[0]?.id ?? 0, true)
    expect((await availability(id)).id).toBe(many[0]?.id)
    expect((await events(order.id)).filter(({ kind }) => kind === 'availability-asked')).toHaveLength(1)
  })

  test('may be repeated after a negative answer, and for another test; the newest is listed first', async () => {
    const { id } = await arrived()
    const first = await availability(id)
    expect(await body(await answer(first.id, false))).toMatchObject({ status: 'unavailable' })
    const second = await availability(id)
    const third = await availability(id, 'CYS4')
    expect((await all(id)).map((one) => one.id)).toEqual([third.id, second.id, first.id])
  })

  test('works in either spelling of the paths', async () => {
    const { id } = await arrived()
    const request = await body(await post(id, 'EPI2', { path: `Samples/${PARENT}` }))
    expect(await (await listed(id, { path: 'Samples' })).json()).toEqual([request])
    expect((await answer(request.id, true, { path: 'Samples' })).status).toBe(200)
    expect((await mark(request.id, null, { path: 'Samples' })).status).toBe(200)
  })

  test('is refused for a test that cannot be ordered, and while the sample is in transit', async () => {
    const { id } = await arrived()
    expect(await refusal(post(id, 'NONE'))).toEqual([422, 'invalid-fields', '/testCode'])
    expect(await refusal(post(id, ''))).toEqual([422, 'invalid-fields', '/testCode'])
    const coming = await sampleOf(portal, await portal.submitted(), { inTransit: true })
    expect(await refusal(post(coming.id))).toEqual([409, 'wrong-state'])
  })

  test('is answered once, and by the laboratory only', async () => {
    const { id } = await arrived()
    const request = await availability(id)
    for (const as of ['SuperUser@P1', 'OrderSubmitter@P1'])
      expect(await refusal(answer(request.id, true, { as }))).toEqual([403, 'forbidden'])
    await answer(request.id, false)
    expect(await refusal(answer(request.id, true))).toEqual([409, 'wrong-state'])
    expect((await all(id))[0]?.status).toBe('unavailable')
    expect(await refusal(answer(999_999, true))).toEqual([404, 'not-found'])
  })

  test("is marked as ordered with one of the institution's orders, once, unless the answer was negative", async () => {
    const { id, order } = await arrived()
    const foreign = await portal.submitted(readyOrder(), FOREIGN_USER)
    const request = await availability(id)
    for (const unknown of [foreign.id, 999_999_999])
      expect(await refusal(mark(request.id, unknown))).toEqual([422, 'invalid-fields', '/orderId'])
    expect((await mark(request.id, order.id)).status).toBe(200)
    expect((await mark(request.id, order.id)).status).toBe(200)
    expect(await refusal(mark(request.id, null))).toEqual([409, 'wrong-state'])
    const denied = await availability(id, 'CYS4')
    await answer(denied.id, false)
    expect(await refusal(mark(denied.id, null))).toEqual([409, 'wrong-state'])
  })

  test('belongs to its institution, and to users who may order there', async () => {
    const { id } = await arrived()
    const request = await availability(id)
    expect(await refusal(post(id, 'EPI2', { as: 'OrderViewer@P1' }))).toEqual([403, 'forbidden'])
    expect(await refusal(mark(request.id, null, { as: 'OrderViewer@P1' }))).toEqual([403, 'forbidden'])
    const foreignSample = await arrived(FOREIGN_USER)
    const as = `OrderSubmitter@${FOREIGN}`
    for (const sent of [
      post(foreignSample.id),
      post(foreignSample.id, 'EPI2', { path: `samples/${FOREIGN}` }),
      post(id, 'EPI2', { as, path: `samples/${FOREIGN}` }),
      listed(foreignSample.id),
      listed(id, { as }),
      mark(request.id, null, { as }),
    ])
      expect(await refusal(sent)).toEqual([404, 'not-found'])
    expect((await all(id))[0]?.status).toBe('requested')
  })
})
