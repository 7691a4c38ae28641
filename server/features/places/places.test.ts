import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { KIT_REQUEST } from '../../testing/examples/kits.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { addTestUser, CHILD, FOREIGN, PARENT, readyOrder } from '../../testing/world.ts'

/** A user of two unrelated institutions, with view-only access to one. */
const BOTH = 'reader of two'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await administer(portal.database.url, (db) =>
    addTestUser(db, BOTH, { roles: { [PARENT]: 'OrderViewer', [FOREIGN]: 'SuperUser' } }),
  )
})
afterAll(() => portal?.stop())

/** An institution's order with its sample, a draft and a kit order. */
async function thingsOf(at: string) {
  const by = `OrderSubmitter@${at}`
  const order = await portal.submitted(readyOrder(), { by, at })
  const draft = await portal.as(by).orders.create({
    params: { hospital: at },
    body: { draftKey: crypto.randomUUID(), document: readyOrder() },
  })
  const kit = await portal.as(by).kits.order({
    params: { hospital: at },
    body: { ...KIT_REQUEST, requestKey: crypto.randomUUID() },
  })
  return { order: order.id, draft: draft.id, sample: order.samples[0]?.id ?? 0, kit: kit.id }
}
const call = (id: number) => ({ params: { id } })

describe('the institution of an addressed record', () => {
  test("is found among all of the user's, whichever is selected", async () => {
    const { places } = portal.as(BOTH)
    for (const at of [PARENT, FOREIGN]) {
      const of = await thingsOf(at)
      const found = await Promise.all([
        ...[places.order(call(of.order)), places.order(call(of.draft))],
        ...[places.sample(call(of.sample)), places.kit(call(of.kit))],
      ])
      expect(found).toEqual(Array.from({ length: 4 }, () => ({ hospitalCode: at })))
    }
  })

  test('is not found for users of other institutions, and includes the children of a parent', async () => {
    const of = await thingsOf(CHILD)
    const foreign = portal.as(`OrderSubmitter@${FOREIGN}`).places
    const refused = await Promise.all(
      [
        ...[foreign.order(call(of.order)), foreign.order(call(of.draft))],
        ...[foreign.sample(call(of.sample)), foreign.kit(call(of.kit)), foreign.order(call(999_999_999))],
      ].map(problemOfCall),
    )
    for (const one of refused) expect(one).toMatchObject({ status: 404, code: 'not-found' })
    expect(await portal.as(`OrderViewer@${PARENT}`).places.order(call(of.order))).toEqual({
      hospitalCode: CHILD,
    })
  })

  test("for a user is one where the reader manages users, and never the reader's own elsewhere", async () => {
    const idOf = async (subject: string) => (await portal.as(subject).physicians.current()).id
    const there = await idOf(`OrderSubmitter@${FOREIGN}`)
    expect(await portal.as(BOTH).places.user(call(there))).toEqual({ hospitalCode: FOREIGN })
    // At the parent, where the reader manages no users.
    const parents = await idOf(`OrderSubmitter@${PARENT}`)
    expect(await problemOfCall(portal.as(BOTH).places.user(call(parents)))).toMatchObject({ status: 404 })
    const own = await idOf(BOTH)
    expect(await portal.as(`UserAdmin@${PARENT}`).places.user(call(own))).toEqual({ hospitalCode: PARENT })
    expect(await portal.as(BOTH).places.user(call(own))).toEqual({ hospitalCode: FOREIGN })
  })

  test('is found among the header’s institutions only', async () => {
    const { order } = await thingsOf(PARENT)
    const addressesOf = (codes: string) =>
      portal.request(`/api/places/orders/${order}`, { as: BOTH, headers: { 'institution-codes': codes } })
    expect((await addressesOf(`${PARENT},${FOREIGN}`)).status).toBe(200)
    expect((await addressesOf(FOREIGN)).status).toBe(404)
  })
})
