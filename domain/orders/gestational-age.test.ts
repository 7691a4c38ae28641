import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  differingAge,
  dueDateOf,
  gestationalAge,
  gestationalDays,
  knownDueDate,
  readGestationalAge,
  weeksAndDays,
} from './gestational-age.ts'
import { blankPregnancy } from './pregnancy.ts'

const pregnancy = (more: object) => ({ ...blankPregnancy(), ...more })

describe('gestational age', () => {
  test('[SUBJ-02] is 280 days minus the days to the due date, in weeks and days, for any day', () => {
    expect(gestationalAge('2025-09-13', '2025-03-04')).toBe('12+3')
    // The same pregnancy on the next day, on the due date, and a week after it.
    expect(gestationalAge('2025-09-13', '2025-03-05')).toBe('12+4')
    expect(gestationalAge('2025-09-13', '2025-09-13')).toBe('40+0')
    expect(gestationalAge('2025-09-13', '2025-09-20')).toBe('41+0')
  })

  it('crosses a leap day and a change of clocks by calendar days', () => {
    expect(gestationalDays('2028-03-31', '2028-02-28')).toBe(280 - 32)
    expect(gestationalDays('2026-04-01', '2026-03-01')).toBe(280 - 31)
  })

  it('is unknown without a due date or a day, and before 31 February', () => {
    for (const [due, day] of [
      ['', '2025-03-04'],
      ['2025-09-13', ''],
      ['2025-02-31', '2025-03-04'],
    ] as const)
      expect(gestationalAge(due, day)).toBe('')
  })

  it('of a due date that was computed from an age is that age', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 315 }),
        fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        (days, date) => {
          const day = date.toISOString().slice(0, 10)
          expect(gestationalDays(dueDateOf(days, day), day)).toBe(days)
          expect(readGestationalAge(weeksAndDays(days))).toBe(days)
        },
      ),
    )
  })

  test.each([
    ['12+3', 87],
    ['12w3d', 87],
    ['12w', 84],
    ['12 3/7', 87],
    ['9', 63],
    ['12+7', null],
    ['twelve', null],
    ['', null],
  ])('reads %j', (text, days) => expect(readGestationalAge(text)).toBe(days))

  it('uses a stated age only without a due date, and shows one that differs by more than three days', () => {
    const stated = { statedAge: '12+3', statedOn: '2025-03-04' }
    expect(knownDueDate(pregnancy(stated))).toBe('2025-09-13')
    expect(knownDueDate(pregnancy({ ...stated, dueDate: '2025-09-20' }))).toBe('2025-09-20')
    expect(differingAge(pregnancy({ ...stated, dueDate: '2025-09-16' }))).toBeNull()
    expect(differingAge(pregnancy({ ...stated, dueDate: '2025-09-17' }))).toBe('11+6')
    expect(differingAge(pregnancy(stated))).toBeNull()
  })
})
