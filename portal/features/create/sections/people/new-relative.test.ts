import { describe, expect, it } from 'vitest'
import { newOrder, type OrderDocument } from '#domain/orders/document.ts'
import { removePerson } from '#domain/orders/family.ts'
import { isUntouched, nextKey, withRelative } from './new-relative.ts'

const lastOf = (document: OrderDocument) => document.patients.at(-1) ?? newOrder().patients[0]

describe('a relative added to an order', () => {
  it('has a specimen of their own, and what their relationship says', () => {
    const order = withRelative(newOrder(), 'Mother')
    expect(lastOf(order)).toMatchObject({ key: 'relative-1', relationship: 'Mother', sex: 'Female' })
    expect(order.samples.map(({ patient }) => patient)).toEqual(['proband', 'relative-1'])
  })

  it('has no specimen where benefits are verified only', () => {
    const order = withRelative({ ...newOrder(), isVOB: true }, 'Father')
    expect(order.samples).toEqual(newOrder().samples)
  })

  it('takes over what is known of a partner who was found', () => {
    const known = { firstName: 'Ada', lastName: 'Quill', dateOfBirth: '1990-01-02', sex: 'Female' } as const
    expect(lastOf(withRelative(newOrder(), 'Partner', known))).toMatchObject({
      relationship: 'Partner',
      ...known,
    })
  })

  it('is untouched until something of them or their specimen is typed', () => {
    const order = withRelative(newOrder(), 'Father')
    const father = lastOf(order)
    if (!father) throw new Error('nobody was added')
    expect(isUntouched(order, father)).toBe(true)
    expect(isUntouched(order, { ...father, lastName: 'Quill' })).toBe(false)
    const samples = order.samples.map((sample) => ({ ...sample, specimenType: 'Blood' as const }))
    expect(isUntouched({ ...order, samples }, father)).toBe(false)
  })

  it('leaves a key that is free again', () => {
    const two = withRelative(withRelative(newOrder(), 'Mother'), 'Father')
    expect(nextKey(two)).toBe('relative-3')
    expect(nextKey(removePerson(two, 'relative-1'))).toBe('relative-1')
  })
})
