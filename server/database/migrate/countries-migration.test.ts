import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseBefore } from '#server/testing/migrations.ts'

const street = { type: 'Primary', addressLine1: '1 Lane', addressLine2: '', city: 'Town' }
const address = { ...street, state: 'OH', postalCode: '43215' }
const recipient = { firstName: 'Ada', lastName: 'Okafor', address1: '1 Lane', city: 'Town', zipCode: '43215' }

let before: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  before = await databaseBefore('0048-countries-of-addresses.sql')
  const { database } = before
  await database.query(
    `insert into institution (code, name, addresses) values ('P1', 'Parent Clinic', $1), ('P2', 'Bare Clinic', '[]')`,
    [JSON.stringify([address, { ...address, type: 'Billing' }])],
  )
  await database.query(
    `insert into physician (subject, email, first_name, last_name, addresses) values ('a', '', 'Ada', 'Okafor', $1)`,
    [JSON.stringify([address])],
  )
  await database.query(
    `insert into kit_order (institution_code, request_key, kit_type, quantity, recipient, ordered_by, ordered_by_name)
     values ('P1', 'k', 'Blood', 1, $1, (select id from physician), 'Ada')`,
    [JSON.stringify(recipient)],
  )
  await before.migrate()
})
afterAll(() => before?.end())

test('existing addresses are in the USA, in their order, and nothing is lost', async () => {
  const usa = { country: 'USA', otherCountry: '' }
  const rows = async (query: string) => (await before.database.query(query)).rows
  expect(await rows('select addresses from institution order by code')).toEqual([
    {
      addresses: [
        { ...address, ...usa },
        { ...address, type: 'Billing', ...usa },
      ],
    },
    { addresses: [] },
  ])
  expect(await rows('select addresses from physician')).toEqual([{ addresses: [{ ...address, ...usa }] }])
  expect(await rows('select recipient from kit_order')).toEqual([{ recipient: { ...recipient, ...usa } }])
})
