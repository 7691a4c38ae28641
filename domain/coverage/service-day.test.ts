import { expect, test } from 'vitest'
import { serviceDay } from './service-day.ts'

test.each([
  ['none was taken yet', [], null],
  ['no day is written', [''], null],
  ['one taken last week', ['2026-12-13'], '2026-12-13'],
  ['one to be taken next year', ['2027-01-04'], '2027-01-04'],
  ['two: the later', ['2026-12-13', '2027-01-04'], '2027-01-04'],
  ['one 30 days ago', ['2026-11-20'], '2026-11-20'],
  ['one from storage', ['2019-05-01'], null],
] as const)('[PAY-02] determines the day of service: %s', (_, days, day) => {
  expect(
    serviceDay(
      days.map((dateOfCollection) => ({ dateOfCollection })),
      '2026-12-20',
    ),
  ).toBe(day)
})
