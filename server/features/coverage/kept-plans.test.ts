import { afterAll, beforeAll, expect, test } from 'vitest'
import { plansKept } from '#server/testing/kept-plans.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { expireVerifications } from './orders-store.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('whether a verification is over is not planned anew for each order that is shown', async () => {
  const { kept, planned } = await plansKept(portal.database.url, PARENT, ({ db }) =>
    expireVerifications(db, '2026-03-01', { hospital: PARENT, id: 1 }),
  )
  expect(kept).toContainEqual(expect.stringContaining("set vob_status = 'expired'"))
  expect(planned).toEqual([])
})
