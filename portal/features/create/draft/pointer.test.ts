import { describe, expect, it } from 'vitest'
import { isWithin, valueAt, withValueAt } from './pointer.ts'

const order = { patients: [{ name: 'Ana', city: 'Utopia' }], notes: 'n', 'a/b~c': 1 }

describe('JSON pointers', () => {
  it('reads objects, lists and escaped keys', () => {
    expect(valueAt(order, '/patients/0/name')).toBe('Ana')
    expect(valueAt(order, '/a~1b~0c')).toBe(1)
    expect(valueAt(order, '/patients/3/name')).toBeUndefined()
    expect(valueAt(order, '')).toBe(order)
  })

  it('changes one value and shares the rest', () => {
    const next = withValueAt(order, '/patients/0/name', 'Bea')
    expect(next.patients).toEqual([{ name: 'Bea', city: 'Utopia' }])
    expect(order.patients[0]?.name).toBe('Ana')
    const noted = withValueAt(order, '/notes', 'm')
    expect(noted.patients).toBe(order.patients)
  })

  it('gives the same document back when the value is there already', () =>
    expect(withValueAt(order, '/patients/0/name', 'Ana')).toBe(order))

  it('does not invent what is not there', () =>
    expect(() => withValueAt(order, '/samples/0/type', 'Blood')).toThrow('nothing at /samples/0/type'))

  it('knows a field from another that begins alike', () => {
    expect(isWithin('/recipients/1/fax', '/recipients/1')).toBe(true)
    expect(isWithin('/recipients/10', '/recipients/1')).toBe(false)
  })
})
