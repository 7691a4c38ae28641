import { describe, expect, test } from 'vitest'
import { KIT_ACTION_NAMES, KIT_STATUSES, kitAbilities, kitObstacle } from './kit.ts'
import { addressLines, recipientAt } from './recipient.ts'

describe('actions on a kit order', () => {
  test.each([
    ['ordered', ['send', 'cancel']],
    ['sent', ['receive']],
    ['received', []],
    ['cancelled', []],
  ] as const)('that is %s: %j', (status, possible) => {
    expect(KIT_ACTION_NAMES.filter((action) => kitObstacle(action, status) === null)).toEqual(possible)
  })

  test.each([
    ['the laboratory', { support: true, permissions: ['ViewOrder'] as const }, [['send'], [], [], []]],
    [
      'who may order',
      { support: false, permissions: ['CreateOrder', 'ViewOrder'] as const },
      [['cancel'], ['receive'], [], []],
    ],
    ['who may look', { support: false, permissions: ['ViewOrder'] as const }, [[], [], [], []]],
  ])('by %s', (_, who, may) => {
    expect(KIT_STATUSES.map((status) => kitAbilities(status, who))).toEqual(may)
  })
})

describe('the recipient of kits at an institution', () => {
  const address = (type: 'Primary' | 'Billing' | 'Mailing' | 'All', city: string) => ({
    ...{ type, addressLine1: '1 Lane', addressLine2: '', city, state: 'OH', postalCode: '43215' },
  })
  const ada = { firstName: 'Ada', lastName: 'Okafor' }
  const fax = { type: 'Fax', phoneNumber: '+16145550109' }
  const work = { type: 'Work', phoneNumber: '+16145550101' }

  test('has the primary address and the first phone that is not a fax', () => {
    const at = { addresses: [address('Billing', 'Bill'), address('Primary', 'Main')], phones: [fax, work] }
    expect(recipientAt(at, { ...ada, npi: '1' } as typeof ada)).toEqual({
      ...{ ...ada, address1: '1 Lane', address2: '', city: 'Main', state: 'OH', zipCode: '43215' },
      ...{ country: 'USA', otherCountry: '', phone: '+16145550101' },
    })
  })

  test.each([
    [['Billing', 'Mailing', 'All'], 'All'],
    [['Billing', 'Mailing'], 'Mailing'],
    [['Billing'], 'Billing'],
    [[], ''],
  ] as const)('of addresses %j the %s one', (types, city) => {
    expect(recipientAt({ addresses: types.map((type) => address(type, type)), phones: [] }, ada).city).toBe(
      city,
    )
  })

  test('is formatted as on a label, without gaps for missing parts', () => {
    const known = recipientAt({ addresses: [address('Primary', 'Columbus')], phones: [work] }, ada)
    expect(addressLines({ ...known, address2: 'Suite 4' })).toEqual([
      ...['Ada Okafor', '1 Lane', 'Suite 4', 'Columbus, OH 43215'],
    ])
    const berlin = {
      city: 'Berlin',
      state: '',
      zipCode: '10115',
      country: 'Other',
      otherCountry: 'DE',
    } as const
    expect(addressLines({ ...known, ...berlin })).toEqual([
      ...['Ada Okafor', '1 Lane', 'Berlin, 10115', 'Germany'],
    ])
    expect(addressLines(recipientAt({ addresses: [], phones: [] }, ada))).toEqual(['Ada Okafor'])
  })
})
