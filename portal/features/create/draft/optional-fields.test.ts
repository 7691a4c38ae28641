import { describe, expect, it } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import { withFieldAt } from './optional-fields.ts'

const order = newOrder()

describe('fields of the document', () => {
  it('changes one value and shares the rest', () => {
    const next = withFieldAt(order, '/patients/0/firstName', 'Bea')
    expect(next.patients[0]?.firstName).toBe('Bea')
    expect(next.samples).toBe(order.samples)
    expect(withFieldAt(next, '/patients/0/firstName', 'Bea')).toBe(next)
  })

  it('removes an optional member that becomes blank, and keeps a required one', () => {
    const at = withFieldAt(order, '/vaStation', '901')
    expect(at.vaStation).toBe('901')
    expect(withFieldAt(at, '/vaStation', '')).toEqual(order)
    expect(withFieldAt(order, '/vaStation', '')).toBe(order)
    expect(withFieldAt(order, '/clinicalNotes', '').clinicalNotes).toBe('')
    expect(withFieldAt(order, '/patients/0/ethnicities', []).patients[0]?.ethnicities).toEqual([])
  })

  it('does not invent a part that the contract does not have', () =>
    expect(() => withFieldAt(order, '/pets/0/name', 'Rex')).toThrow('nothing at /pets/0/name'))
})
