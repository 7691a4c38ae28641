import { afterAll, beforeAll, expect, test } from 'vitest'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { problemIn, problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

const [viewer, submitter, stranger] = ['OrderViewer@P1', 'OrderSubmitter@P1', 'OrderSubmitter@F1']

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

async function reported() {
  const { id } = await portal.submitted()
  await portal.receive(
    laboratoryMessage(`${id}F`, { order: id, number: `L-${id}`, status: 'F', pdf: REPORT }),
  )
  return id
}
const give = (id: number, rating: number, by = viewer, text = '') =>
  portal.as(by).orders.feedback({ params: { id }, body: { rating, text } })
const get = (id: number, by = viewer) => portal.as(by).orders.get({ params: { hospital: PARENT, id } })

test("[API-36] feedback needs the order's number only; a person's last one counts, and makes one event", async () => {
  const id = await reported()
  const path = `/api/Orders/${id}/feedback`
  const body = { rating: 2, text: 'It took long.' }
  expect((await portal.request(path, { as: viewer, method: 'POST', body })).status).toBe(204)
  await give(id, 4, viewer, '  Better since. ')
  await give(id, 5, submitter)
  expect((await get(id)).feedback).toEqual({ rating: 4, text: 'Better since.' })
  const { feedback, events } = await get(id, submitter)
  expect(feedback).toEqual({ rating: 5, text: '' })
  expect(events.filter(({ kind }) => kind === 'feedback-given').map(({ actor }) => actor)).toEqual([
    ...[`Test ${viewer}`, `Test ${submitter}`],
  ])
  const audited = portal.worker.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'order.feedback')
  expect(await audited.where('entity_id', '=', String(id)).orderBy('id').execute()).toEqual(
    [2, 4, 5].map((rating) => ({ detail: { rating } })),
  )
})

test('feedback is refused for an unfinished or unknown order, and for an invalid rating', async () => {
  const { id } = await portal.submitted()
  expect(await problemOfCall(give(id, 3))).toMatchObject({
    ...{ status: 409, code: 'wrong-state', detail: 'The order is En Route.' },
  })
  const done = await reported()
  expect(await problemOfCall(give(done, 3, stranger))).toMatchObject({ status: 404, code: 'not-found' })
  expect(await problemOfCall(give(999_999, 3))).toMatchObject({ status: 404 })
  for (const rating of [0, 6, 2.5])
    expect(await problemOfCall(give(done, rating))).toMatchObject({
      status: 422,
      errors: [{ path: '/rating' }],
    })
  const unnamed = await portal.request(`/api/Orders/${done}/feedback`, {
    ...{ method: 'POST', body: { rating: 5, text: '' } },
  })
  expect((await problemIn(unnamed)).code).toBe('not-signed-in')
  expect((await get(done)).feedback).toBeNull()
})
