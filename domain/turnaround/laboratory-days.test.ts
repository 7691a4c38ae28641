import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addWorkingDays, type IsoDate } from '../dates/dates.ts'
import { addBusinessDays, addDays, businessDaysBetween, isBusinessDay } from './laboratory-days.ts'

const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days))
const holidays = fc.array(day, { maxLength: 40 })

/** Day by day, as people count on a calendar. */
function counted(from: IsoDate, to: IsoDate, off: readonly IsoDate[]): number {
  let count = 0
  for (let one = from; one < to; ) {
    one = addDays(one, 1)
    if (isBusinessDay(one, off)) count += 1
  }
  return count
}

describe('[TURN-01] business days', () => {
  it('are as many as a calendar shows, with holidays that are repeated or on weekends', () => {
    fc.assert(
      fc.property(day, day, holidays, (from, to, off) => {
        expect(businessDaysBetween(from, to, [...off, ...off])).toBe(counted(from, to, off))
      }),
      { numRuns: 200 },
    )
  })

  it('after a day lead to a business day from which as many are counted back', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 600 }), holidays, (from, days, off) => {
        const on = addBusinessDays(from, days, off)
        expect([isBusinessDay(on, off), counted(from, on, off)]).toEqual([true, days])
        expect(addWorkingDays(from, days)).toBe(addBusinessDays(from, days, []))
      }),
      { numRuns: 200 },
    )
    expect(addBusinessDays('2026-03-07', 0, [])).toBe('2026-03-07')
  })

  it('of a thousand years are computed for a thousand holds as for one', () => {
    // Counted day by day, these took minutes, and the portal answered nobody meanwhile.
    const between = Array.from({ length: 1000 }, () => businessDaysBetween('1900-01-01', '2999-12-31', []))
    expect(new Set(between)).toEqual(new Set([286_976]))
    expect(addBusinessDays('1900-01-01', 286_976, [])).toBe('2999-12-31')
  })
})
