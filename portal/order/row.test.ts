import { describe, expect, it } from 'vitest'
import { ORDER_STATES } from '#domain/orders/status.ts'
import { marksOf, needOf, pageKindOf } from './row.ts'

const row = {
  state: 'in-process',
  unreadReport: false,
  vobStatus: null,
  submitterName: null,
} as const

describe('where an order is shown', () => {
  it('[ROUTE-03] [ROUTE-04] en route has its own page', () => {
    const there = ORDER_STATES.filter((state) => pageKindOf(state, true) === 'en-route')
    expect(there).toEqual(['en-route'])
  })

  it('opens a draft in the form for those who may edit it, and as a page for the others', () => {
    expect(pageKindOf('draft', true)).toBe('form')
    expect(pageKindOf('draft', false)).toBe('details')
    expect(ORDER_STATES.filter((state) => pageKindOf(state, true) === 'form')).toEqual(['draft'])
  })
})

describe('what an order needs', () => {
  it('is reading, for a report that nobody has opened', () => {
    expect(needOf({ ...row, state: 'reported', unreadReport: true })).toEqual({ kind: 'read-report' })
    expect(needOf({ ...row, state: 'reported' })).toBeNull()
  })

  it('is finishing, for a draft', () => {
    expect(needOf({ ...row, state: 'draft' })).toEqual({
      kind: 'finish',
    })
  })

  it('is somebody’s submission, for a draft that they are asked to submit', () => {
    expect(needOf({ ...row, state: 'draft', submitterName: 'Ada Okafor' })).toEqual({
      kind: 'submit',
      by: 'Ada Okafor',
    })
  })

  it('is finishing, for a benefits verification, until it is asked for', () => {
    const verification = { ...row, state: 'draft' } as const
    expect(needOf({ ...verification, vobStatus: 'draft' })?.kind).toBe('finish')
    expect(needOf({ ...verification, vobStatus: 'submitted' })).toEqual({
      kind: 'benefits',
      status: 'submitted',
    })
  })

  it('is nothing for one that takes its course', () => {
    expect(needOf(row)).toBeNull()
  })
})

describe('what stands in an order’s way', () => {
  const calm = {
    state: 'accessioned' as const,
    missingInfo: false,
    isLate: false,
    onHold: false,
    unsentSamples: [],
    lateParcels: [],
  }
  const unsent = { id: 7, patientName: 'Testa Fern', specimenType: 'Blood', shipmentId: null }

  it('is said of each thing by itself, what the clinic has to do first', () => {
    expect(marksOf(calm)).toEqual([])
    expect(marksOf({ ...calm, isLate: true })).toEqual(['late'])
    expect(marksOf({ ...calm, onHold: true, missingInfo: true })).toEqual(['missing', 'hold'])
  })

  it('is a cancellation that was asked for', () => {
    expect(marksOf({ ...calm, state: 'pending-cancellation' })).toEqual(['cancelling'])
  })

  it('is a late parcel, and a sample without a tracking number', () => {
    expect(marksOf({ ...calm, lateParcels: ['1234'], unsentSamples: [unsent] })).toEqual([
      'parcel',
      'tracking',
    ])
  })
})
