import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countryCodes } from '#domain/addresses/countries.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { administer } from '#server/database/connection/connect.ts'
import { KIT_REQUEST } from '../../testing/examples/kits.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT, readyOrder } from '../../testing/world.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const BERLIN = {
  ...{ type: 'Primary' as const, addressLine1: 'Lindenbogen 14', addressLine2: '', city: 'Berlin' },
  ...{ state: '', postalCode: '10115', country: 'Other' as const, otherCountry: 'DE' },
}
const ONTARIO = {
  ...{ type: 'Billing' as const, addressLine1: '1 Kestrel Pond Road', addressLine2: '', city: 'Ottawa' },
  ...{ state: 'Ontario', postalCode: 'k1a0b1', country: 'Canada' as const, otherCountry: '' },
}
const OHIO = {
  ...{ type: 'Mailing' as const, addressLine1: '1 Mill', addressLine2: '', city: 'Town' },
  ...{ stateId: 36, postalCode: '43215' },
}
const ANSWERED = [
  { ...BERLIN, stateName: '', stateId: null },
  { ...ONTARIO, state: 'ON', stateName: 'Ontario', stateId: null, postalCode: 'K1A 0B1' },
  { ...OHIO, state: 'OH', stateName: 'Ohio', country: 'USA', otherCountry: '' },
]

describe('[GAP-05] outside the USA', () => {
  test('an institution, its users, their kits and their patients can have an address', async () => {
    const made = await portal.as('ines').institutions.create({
      body: {
        institutionName: 'Klinik am Lindenbogen',
        addresses: [BERLIN, ONTARIO, OHIO],
        phones: [{ type: 'Work', phoneNumber: '+493055500191' }],
      },
    })
    expect(made.addresses).toEqual(ANSWERED)
    const found = await portal.as('ines').physicians.searchInstitutions({
      ...{ params: { id: 0 }, query: { search: 'Lindenbogen' } },
    })
    expect(found.data).toMatchObject([{ city: 'Berlin', state: '', country: 'Other', otherCountry: 'DE' }])

    const me = portal.as('provider').physicians
    const { id } = await me.current()
    await me.changeAddresses({ params: { id }, body: [BERLIN, ONTARIO, OHIO] })
    const { addresses, simplified } = await me.current()
    expect([addresses, simplified.addresses]).toEqual([ANSWERED, ANSWERED])
    // The reply can be sent back unchanged.
    await me.changeAddresses({ params: { id }, body: addresses })
    expect((await me.current()).addresses).toEqual(ANSWERED)

    const { state: _, ...to } = KIT_REQUEST.kitRecipient
    const germany = { city: 'Berlin', zipCode: '10115', country: 'Other' as const, otherCountry: 'DE' }
    const kits = portal.as('OrderCreator@P1').kits
    const kit = await kits.order({
      params: { hospital: PARENT },
      body: { ...KIT_REQUEST, kitRecipient: { ...to, ...germany }, requestKey: randomUUID() },
    })
    expect(kit.kitRecipient).toEqual({ ...to, ...germany, state: '' })
    const byCountry = await kits.list({ params: { hospital: PARENT }, query: { keyword: 'Germany' } })
    expect(byCountry.kits.map((one) => one.id)).toEqual([kit.id])

    const order = readyOrder()
    const [patient] = order.patients
    for (const address of patient?.addresses ?? []) Object.assign(address, { ...BERLIN, type: address.type })
    const draft = await portal.draft(order)
    const params = { hospital: PARENT, id: draft.id }
    const submitted = await portal
      .as('OrderSubmitter@P1')
      .orders.submit({ params, headers: {}, query: SIGNED })
    expect(submitted.document.patients[0]?.addresses[0]).toMatchObject(BERLIN)
    expect(countryCodes(BERLIN)).toEqual({ two: 'DE', three: 'DEU' })
  })

  test('addresses that do not fit their country are refused, each at its field', async () => {
    const me = portal.as('provider').physicians
    const { id, addresses } = await me.current()
    const body = [
      { ...ONTARIO, state: 'Ohio', postalCode: '43215' },
      { ...BERLIN, otherCountry: '' },
      { ...OHIO, stateName: 'Iowa' },
    ]
    const refused = await problemOfCall(me.changeAddresses({ params: { id }, body }))
    expect(refused.errors?.map(({ path }) => path)).toEqual([
      ...['/0/state', '/0/postalCode', '/1/otherCountry', '/2/stateId'],
    ])
    expect((await me.current()).addresses).toEqual(addresses)
  })

  test('a row from the previous version has no country, and means the USA', async () => {
    const old = { type: 'Primary', addressLine1: '1 Mill', addressLine2: '', city: 'Town', state: 'OH' }
    const addresses = JSON.stringify([{ ...old, postalCode: '43215' }])
    await administer(portal.database.url, (db) =>
      sql`update physician set addresses = ${addresses}::jsonb where subject = 'provider'`.execute(db),
    )
    expect((await portal.as('provider').physicians.current()).addresses).toMatchObject([
      { ...old, stateName: 'Ohio', stateId: 36, country: 'USA', otherCountry: '' },
    ])
  })
})
