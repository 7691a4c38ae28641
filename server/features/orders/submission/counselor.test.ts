import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RegistryAway } from '#adapters/npi-registry/port.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CHILD, PARENT, readyOrder } from '#server/testing/world.ts'

const by = 'OrderSubmitter@P1'
const npi = '/orderingProvider/npi'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({
    registry: { lookup: () => Promise.reject(new RegistryAway('down')), recent: () => undefined },
  })
  // The provider of these orders, who belongs to the parent institution.
  await administer(portal.database.url, (db) =>
    sql`update physician set provider_type = 'Genetic counselor' where npi = '1234567893'`.execute(db),
  )
})
afterAll(() => portal?.stop())

const billedTo = (kind: '' | 'Medicare' | 'Medicaid'): OrderDocument => {
  const order = readyOrder()
  const insurance = {
    ...order.payment.insurance,
    ...{ kind, company: 'A', memberId: 'B', holderRelationship: 'Self' as const },
  }
  return { ...order, payment: { billingType: 'Insurance', paymentMethod: 'None', insurance } }
}
const rules = async (document: OrderDocument, hospital: string) => {
  const { points } = await portal
    .as(by)
    .orders.check({ params: { hospital }, body: { document, orderId: null } })
  return points.map(({ path, rule }) => [path, rule])
}

test.each([PARENT, CHILD])(
  'without the registry, a genetic counselor at %s is known by their record in the portal',
  async (hospital) => {
    expect(await rules(billedTo('Medicaid'), hospital)).toEqual([])
    expect(await rules(billedTo(''), hospital)).toEqual([['/payment/insurance/kind', 'required']])
    expect(await rules(billedTo('Medicare'), hospital)).toEqual([[npi, 'medicare']])
    const { id } = await portal.draft(billedTo('Medicare'), { by, at: hospital })
    const refusal = await problemOfCall(
      portal.as(by).orders.submit({ params: { hospital, id }, headers: {}, query: SIGNED }),
    )
    expect(refusal).toMatchObject({
      code: 'order-not-ready',
      errors: [{ path: npi, rule: 'medicare' }],
    })
  },
)
