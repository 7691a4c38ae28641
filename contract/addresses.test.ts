import { expect, test } from 'vitest'
import { type AddressEntry, addressList, fromStoredAddress, toStoredAddress } from './addresses.ts'
import { kitRequest } from './kits.ts'

const street = { type: 'Primary', addressLine1: '1 Lane', city: 'Town' } as const
const ohio: AddressEntry = {
  ...{ ...street, addressLine2: '', state: 'OH', stateName: 'Ohio', stateId: 36, postalCode: '43215' },
  ...{ country: 'USA', otherCountry: '' },
}
const berlin: AddressEntry = {
  ...{ ...street, addressLine2: '', state: 'Land Berlin', stateName: 'Land Berlin', stateId: null },
  ...{ postalCode: '10115', country: 'Other', otherCountry: 'DE' },
}

const wrong = (address: object) =>
  (addressList.safeParse([{ ...street, ...address }]).error?.issues ?? []).map(({ path }) =>
    path.slice(1).join('/'),
  )

test.each([
  ['its code', { state: 'OH', postalCode: '43215' }],
  ['its name', { stateName: 'ohio', postalCode: '43215' }],
  ['its name in the other field', { state: 'Ohio', postalCode: '43215' }],
  ['its number', { stateId: 36, postalCode: '43215' }],
  ['all three, as it was answered', ohio],
])('[ENT-02] accepts the state of an address as %s and returns it as all three', (_, address) => {
  expect(addressList.parse([{ ...street, ...address }])).toEqual([ohio])
})

test('keeps region and code of a foreign address as typed', () => {
  expect(addressList.parse([berlin])).toEqual([berlin])
  const bare = { ...street, country: 'Other' as const, otherCountry: 'ae' }
  expect(addressList.parse([bare])[0]).toMatchObject({ state: '', postalCode: '', otherCountry: 'AE' })
})

test.each([
  ['nothing', {}, ['state', 'postalCode']],
  ['a region of elsewhere in the USA', { state: 'Bayern', postalCode: '80331' }, ['state']],
  ['a ZIP code in Canada', { country: 'Canada', state: 'ON', postalCode: '43215' }, ['postalCode']],
  ['no country where it is another', { country: 'Other' }, ['otherCountry']],
  ['two states', { state: 'OH', stateName: 'Iowa', postalCode: '43215' }, ['stateName']],
  ['a number of another state', { state: 'OH', stateId: 1, postalCode: '43215' }, ['stateId']],
  ['a number abroad', { country: 'Other', otherCountry: 'DE', stateId: 36 }, ['stateId']],
])('reports a problem with %s at its field', (_, address, fields) => {
  expect(wrong(address)).toEqual(fields)
})

test('reads an address stored without a country as one in the USA', () => {
  const { country: _, otherCountry: __, ...before } = toStoredAddress(ohio)
  expect(fromStoredAddress(before)).toEqual(ohio)
  expect(fromStoredAddress(toStoredAddress(berlin))).toEqual(berlin)
})

test('applies the same rules to kits sent abroad', () => {
  const to = { firstName: 'Ada', lastName: 'Okafor', address1: '1 Lane', city: 'Town', phone: '+16145550101' }
  const problemsOf = (address: object) =>
    kitRequest.safeParse({ kitType: 'Blood', kitRecipient: { ...to, ...address } })
  const germany = { country: 'Other', otherCountry: 'DE', zipCode: '10115' }
  expect(problemsOf(germany).data?.kitRecipient).toMatchObject({ ...germany, state: '' })
  expect(
    problemsOf({ country: 'Canada', state: 'Ontario', zipCode: 'k1a0b1' }).data?.kitRecipient,
  ).toMatchObject({
    ...{ state: 'ON', zipCode: 'K1A 0B1' },
  })
  expect(problemsOf({}).error?.issues.map(({ path }) => path.join('/'))).toEqual([
    ...['kitRecipient/state', 'kitRecipient/zipCode'],
  ])
})
