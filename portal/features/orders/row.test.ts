import { describe, expect, it } from 'vitest'
import { ORDER_STATES } from '#domain/orders/status.ts'
import { needOf, placeOf } from './row.ts'

const TODAY = '2026-11-20'
const row = {
  state: 'in-process',
  expectedOn: '2026-12-03',
  reportedAt: null,
  unreadReport: false,
  openPoints: 0,
} as const

describe('where an order is shown', () => {
  it('[ROUTE-03] [ROUTE-04] en route has its own page, and so has an order that waits to be cancelled', () => {
    const there = ORDER_STATES.filter((state) => placeOf(state, true) === 'en-route')
    expect(there).toEqual(['en-route', 'pending-cancellation'])
  })

  it('opens a draft in the form for those who may edit it, and as a page for the others', () => {
    expect(placeOf('draft', true)).toBe('form')
    expect(placeOf('draft', false)).toBe('details')
    expect(ORDER_STATES.filter((state) => placeOf(state, true) === 'form')).toEqual(['draft'])
  })
})

describe('what an order needs', () => {
  it('is reading, for a report that nobody has opened', () => {
    expect(needOf({ ...row, state: 'reported', unreadReport: true }, TODAY)).toEqual({ kind: 'read-report' })
    expect(needOf({ ...row, state: 'reported' }, TODAY)).toBeNull()
  })

  it('is finishing, for a draft', () => {
    expect(needOf({ ...row, state: 'draft', openPoints: 3 }, TODAY)).toEqual({
      kind: 'finish',
      openPoints: 3,
    })
  })

  it('is nothing on the expected day, and lateness from the day after', () => {
    expect(needOf({ ...row, expectedOn: TODAY }, TODAY)).toBeNull()
    expect(needOf({ ...row, expectedOn: '2026-11-19' }, TODAY)).toEqual({ kind: 'late' })
  })
})
