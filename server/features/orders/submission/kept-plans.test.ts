import { afterAll, beforeAll, expect, test } from 'vitest'
import { plansKept } from '#server/testing/kept-plans.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { lockOrder } from '../locked-order.ts'
import { loadRelations } from '../view/relations.ts'
import { loadRuleContext } from './rule-context.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('what each order is asked for is not planned anew for each order', async () => {
  const { id } = await portal.submitted(readyOrder())
  const { kept, planned } = await plansKept(portal.database.url, PARENT, async (scope) => {
    const row = await lockOrder(scope, { hospital: PARENT, id })
    const registered = { npi: row.document.orderingProvider.npi, answer: 'unknown' } as const
    const asked = {
      hospital: PARENT,
      orderId: id,
      registered,
      submitter: null,
      vaHospitals: [],
      takesKits: true,
    }
    await loadRuleContext(scope, row.document, { ...asked, now: new Date() })
    await loadRelations(scope, row)
  })
  for (const part of ['orders_of_people(', '"made_from" = ', 'from "consent_withdrawal"'])
    expect(kept).toContainEqual(expect.stringContaining(part))
  expect(planned).toEqual([])
})
