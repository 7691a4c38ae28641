import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { problemOfCall, startPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

test('creates no order if the portal does not take orders', async () => {
  const portal = await startPortal({ flags: { OnlineOrderPortal: false } })
  try {
    const begun = portal.as('OrderSubmitter@P1').orders.create({
      params: { hospital: PARENT },
      body: { draftKey: randomUUID(), document: readyOrder() },
    })
    expect(await problemOfCall(begun)).toMatchObject({ status: 403, code: 'not-offered' })
    const [count] = await portal.worker.sql`select count(*) from orders`
    expect(count?.count).toBe(0)
  } finally {
    await portal.stop()
  }
})
