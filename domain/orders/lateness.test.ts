import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addWorkingDays } from '../dates/dates.ts'
import { expectationOf, workingDaysBetween } from './lateness.ts'

const FRIDAY = '2026-11-20'

describe('working days between two dates', () => {
  it('leave out the weekend', () => {
    expect(workingDaysBetween(FRIDAY, '2026-11-21')).toBe(0)
    expect(workingDaysBetween(FRIDAY, '2026-11-22')).toBe(0)
    expect(workingDaysBetween(FRIDAY, '2026-11-23')).toBe(1)
    expect(workingDaysBetween(FRIDAY, '2026-12-03')).toBe(9)
  })

  it('are 0 for the same day and for an earlier one', () => {
    expect(workingDaysBetween(FRIDAY, FRIDAY)).toBe(0)
    expect(workingDaysBetween(FRIDAY, '2026-11-02')).toBe(0)
  })

  it('are the inverse of addWorkingDays, from any weekday', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 400 }), (day, days) => {
        const from = `2026-02-${String(day).padStart(2, '0')}`
        expect(workingDaysBetween(from, addWorkingDays(from, days))).toBe(days)
      }),
    )
  })

  it('require valid dates', () => {
    expect(() => workingDaysBetween('2026-02-30', FRIDAY)).toThrow(RangeError)
  })
})

describe("the expectation of an order's report", () => {
  const awaited = { state: 'in-process', expectedOn: FRIDAY, reportedAt: null } as const

  it('is due through the expected day, and late from the day after', () => {
    expect(expectationOf(awaited, '2026-11-18')).toEqual({ kind: 'due', on: FRIDAY, days: 2 })
    expect(expectationOf(awaited, FRIDAY)).toEqual({ kind: 'due', on: FRIDAY, days: 0 })
    expect(expectationOf(awaited, '2026-11-21')).toEqual({ kind: 'late', on: FRIDAY, days: 1 })
    expect(expectationOf(awaited, '2026-11-24')).toEqual({ kind: 'late', on: FRIDAY, days: 2 })
  })

  it('starts on arrival without an expected day, and is none for a draft or a cancelled order', () => {
    expect(expectationOf({ ...awaited, state: 'en-route', expectedOn: null }, FRIDAY).kind).toBe('on-arrival')
    expect(expectationOf({ ...awaited, state: 'draft' }, '2026-12-24').kind).toBe('none')
    expect(expectationOf({ ...awaited, state: 'cancelled' }, '2026-12-24').kind).toBe('none')
  })

  it('distinguishes early from late reports, and is never late once reported', () => {
    const reportedAt = (instant: string) =>
      expectationOf({ ...awaited, state: 'reported', reportedAt: instant }, '2027-01-04')
    expect(reportedAt('2026-11-18T15:00:00Z')).toEqual({ kind: 'reported', on: FRIDAY, days: -2 })
    expect(reportedAt('2026-11-20T15:00:00Z')).toEqual({ kind: 'reported', on: FRIDAY, days: 0 })
    expect(reportedAt('2026-11-23T15:00:00Z')).toEqual({ kind: 'reported', on: FRIDAY, days: 1 })
  })

  it('goes on for a test that is pending after the first report', () => {
    const reported = { ...awaited, state: 'reported', reportedAt: '2026-11-17T15:00:00Z' } as const
    const pending = { ...reported, pendingTests: [{}] }
    expect(expectationOf(pending, '2026-11-18')).toEqual({ kind: 'due', on: FRIDAY, days: 2 })
    expect(expectationOf(pending, '2026-11-24')).toEqual({ kind: 'late', on: FRIDAY, days: 2 })
    expect(expectationOf({ ...pending, expectedOn: null }, FRIDAY).kind).toBe('reported')
  })

  it('uses the laboratory’s time zone for the day of a report', () => {
    const lateEvening = { ...awaited, state: 'reported', reportedAt: '2026-11-21T03:00:00Z' } as const
    expect(expectationOf(lateEvening, '2027-01-04')).toEqual({ kind: 'reported', on: FRIDAY, days: 0 })
  })
})
