import { afterAll, beforeAll, expect, test } from 'vitest'
import { plansKept } from '#server/testing/kept-plans.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { hasChecks } from './result-checks.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('whether a result waits at the desk is not planned anew for each message', async () => {
  const ask = plansKept(portal.database.url, PARENT, ({ db }) => hasChecks(db, 1), 'karyo_worker')
  const { kept, planned } = await ask
  expect(kept).toContainEqual(expect.stringContaining('from "result_check"'))
  expect(planned).toEqual([])
})
