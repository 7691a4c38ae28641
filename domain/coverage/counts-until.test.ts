import { expect, test } from 'vitest'
import { countsUntil } from './counts-until.ts'

test.each([
  ['2026-11-02', '', '2026-11-16', 'two weeks'],
  ['2026-11-02', '2026-12-31', '2026-11-16', 'two weeks, the plan going on'],
  ['2026-11-21', '2026-12-31', '2026-11-30', 'the month'],
  ['2026-11-30', '', '2026-11-30', 'the last day of the month'],
  ['2028-02-20', '', '2028-02-29', 'February of a leap year'],
  ['2026-12-20', '', '2026-12-31', 'the year'],
  ['2026-11-02', '2026-11-10', '2026-11-10', 'the plan'],
  ['2026-11-02', '2025-06-30', '2026-11-02', 'a plan that has ended: the day it was given'],
])('a response of %s for a plan that ends %j is valid until %s: %s', (day, planEnds, until) => {
  expect(countsUntil(day, planEnds)).toBe(until)
})

test.each([
  ['2026-10-30', '2026-10-31', '2026-11-16', 'about a day of the plan: two weeks'],
  ['2026-11-01', '2026-10-31', '2026-11-02', 'about a day after it: the day it was given'],
  ['2026-11-02', '2026-11-10', '2026-11-10', 'about today: the plan'],
  ['2027-01-04', '2026-12-31', '2026-11-16', 'about a day to come: two weeks'],
])(
  'a response of 2 November about %s for a plan that ends %s is valid until %s: %s',
  (day, planEnds, until) => {
    expect(countsUntil('2026-11-02', planEnds, day)).toBe(until)
  },
)
