import { describe, expect, it } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import { addressInWords, calledInOrder, hasAddress } from './person.ts'

describe('people of the order form', () => {
  it('are called by name and role, by the role alone while there is no name', () => {
    const [patient] = newOrder().patients
    if (!patient) throw new Error('a new order has a patient')
    const sibling = { ...patient, key: 'relative-1', relationship: 'Sibling' } as const
    const ada = { ...sibling, key: 'relative-2', firstName: 'Ada', lastName: 'Quill' } as const
    const order = { patients: [patient, sibling, ada] }
    expect(order.patients.map(({ key }) => calledInOrder(order, key))).toEqual([
      'Patient',
      'Sibling 1',
      'Ada Quill, sibling 2',
    ])
  })

  it('have an address once anything of it is typed', () => {
    const [patient] = newOrder().patients
    const [blank] = patient?.addresses ?? []
    if (!patient || !blank) throw new Error('a new order has a patient with an address')
    const home = { ...blank, addressLine1: '4 Heron Lane', city: 'Arden', state: 'Ohio', postalCode: '43215' }
    expect(hasAddress(patient)).toBe(false)
    expect(hasAddress({ addresses: [home] })).toBe(true)
    expect(addressInWords(home)).toBe('4 Heron Lane, Arden, Ohio 43215')
  })
})
