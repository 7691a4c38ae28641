import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** An order's recommendation, as stored from the laboratory's message. */
async function treatmentOf(orderId: number, at = PARENT): Promise<number> {
  let id = 0
  await administer(portal.database.url, async (db) => {
    const made = await db
      .insertInto('treatment')
      .values({
        ...{ order_id: orderId, institution_code: at, treatment_key: 'EPI2 1', test_code: 'EPI2' },
        ...{ title: 'Sodium channel blockers', recommendation: 'Avoid these.\n\n Ask a specialist. ' },
        made_at: '2026-11-02T15:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    id = made.id
  })
  return id
}
const get = (id: number, by = 'OrderViewer@P1') => portal.as(by).treatments.get({ params: { id }, query: {} })
const view = (treatmentId: number, by = 'OrderViewer@P1') =>
  portal.as(by).treatments.lastViewed({ body: { treatmentId } })
const viewed = async (orderId: number, by: string) =>
  (await portal.as(by).orders.get({ params: { hospital: PARENT, id: orderId } })).treatments.map(
    (one) => one.viewed,
  )

describe('[API-46] a treatment recommendation', () => {
  test('has its subject, paragraphs and date; reading it is audited', async () => {
    const order = await portal.submitted(readyOrder('Ångström'))
    const id = await treatmentOf(order.id)
    expect(await get(id)).toEqual({
      ...{ id, hospitalCode: PARENT, orderId: order.id, accessionNumber: null },
      patient: { firstName: 'Linh', lastName: 'Ångström', dateOfBirth: order.patient.dateOfBirth },
      ...{ testCode: 'EPI2', testName: 'Epilepsy Panel', title: 'Sodium channel blockers' },
      recommendation: ['Avoid these.', 'Ask a specialist.'],
      ...{ madeAt: '2026-11-02T15:00:00.000Z', receivedAt: expect.any(String), lastViewed: null },
      isQuestioned: false,
    })
    await view(id)
    const audited = await portal.worker.db
      .selectFrom('audit_event')
      .select(['action', 'actor_name', 'institution_code'])
      .where('entity', '=', 'treatment')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    const by = { actor_name: 'Test OrderViewer@P1', institution_code: PARENT }
    expect(audited).toEqual([
      { action: 'treatment.read', ...by },
      { action: 'treatment.viewed', ...by },
    ])
  })

  test('shows who opened it last, and is unread for users who have not', async () => {
    const order = await portal.submitted()
    const id = await treatmentOf(order.id)
    const seen = await view(id)
    expect(seen.treatmentId).toBe(id)
    expect((await get(id)).lastViewed).toEqual({ at: seen.viewedAt, by: 'Test OrderViewer@P1' })
    expect(await viewed(order.id, 'OrderViewer@P1')).toEqual([true])
    expect(await viewed(order.id, 'OrderCreator@P1')).toEqual([false])
    const later = await view(id, 'OrderCreator@P1')
    expect((await get(id)).lastViewed).toEqual({ at: later.viewedAt, by: 'Test OrderCreator@P1' })
    const again = await view(id)
    expect((await get(id)).lastViewed).toEqual({ at: again.viewedAt, by: 'Test OrderViewer@P1' })
  })

  test('does not exist for another institution, or with an unknown number', async () => {
    const order = await portal.submitted()
    const id = await treatmentOf(order.id)
    const foreignUser = `OrderSubmitter@${FOREIGN}`
    for (const refusal of await Promise.all(
      [get(id, foreignUser), view(id, foreignUser), get(999_999), view(999_999)].map(problemOfCall),
    ))
      expect(refusal).toMatchObject({ status: 404, code: 'not-found' })
    expect(await problemOfCall(get(id, 'UserAdmin@P1'))).toMatchObject({ status: 403 })
    expect((await get(id)).lastViewed).toBeNull()
    expect(await problemOfCall(get(0))).toMatchObject({ status: 422, code: 'invalid-fields' })
  })

  test('is returned in the specification’s spelling of the paths', async () => {
    const order = await portal.submitted()
    const id = await treatmentOf(order.id)
    const as = 'OrderViewer@P1'
    expect((await portal.request(`/api/treatment/${id}`, { as })).status).toBe(200)
    const body = { treatmentId: id }
    expect((await portal.request('/api/Treatment/last-viewed', { as, method: 'POST', body })).status).toBe(
      200,
    )
  })
})
