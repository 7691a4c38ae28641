import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addWorkingDays, ageInWords, isIsoDate, readIsoDate, startOfDay, todayAtLaboratory } from './dates.ts'

describe('a date as text', () => {
  test.each(['2026-11-20', '2024-02-29', '2000-02-29', '1899-12-31', '9999-12-31', '2026-12-31'])(
    '%s is one',
    (text) => expect(readIsoDate(text)?.toISOString()).toBe(`${text}T00:00:00.000Z`),
  )

  test.each([
    ['29 February of no leap year', '2023-02-29'],
    ['29 February of a century that is none', '1900-02-29'],
    ['30 February', '2024-02-30'],
    ['31 April', '2026-04-31'],
    ['the 0th', '2026-04-00'],
    ['the 32nd', '2026-01-32'],
    ['the 13th month', '2026-13-01'],
    ['month 0', '2026-00-01'],
    ['one digit each', '2023-1-1'],
    ['a time behind it', '2026-11-20T00:00:00Z'],
    ['a space', ' 2026-11-20'],
    ['a line behind it', '2026-11-20\n'],
    ['the form of the United States', '11/20/2026'],
    ['five digits of a year', '12026-11-20'],
    ['words', 'yesterday'],
    ['nothing', ''],
  ])('rejects %s', (_what, text) => expect(isIsoDate(text)).toBe(false))

  it('is read as itself or not at all, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/))
    fc.assert(
      fc.property(typed, (text) => {
        expect([undefined, text]).toContain(readIsoDate(text)?.toISOString().slice(0, 10))
      }),
    )
  })
})

describe('today at the laboratory', () => {
  test.each([
    ['midnight UTC is the evening before in Chicago', '2026-11-21T00:00:00Z', '2026-11-20'],
    ['the last second of the day, in winter', '2026-11-21T05:59:59Z', '2026-11-20'],
    ['the first second of the day, in winter', '2026-11-21T06:00:00Z', '2026-11-21'],
    ['the last second of the day, in summer', '2026-07-04T04:59:59Z', '2026-07-03'],
    ['the first second of the day, in summer', '2026-07-04T05:00:00Z', '2026-07-04'],
    ['the day the clocks go forward', '2026-03-08T06:00:00Z', '2026-03-08'],
    ['the end of the day the clocks go forward', '2026-03-09T04:59:59Z', '2026-03-08'],
    ['the end of the day the clocks go back', '2026-11-02T05:59:59Z', '2026-11-01'],
    ['the last day of the year', '2027-01-01T05:59:59Z', '2026-12-31'],
    ['29 February', '2028-03-01T00:00:00Z', '2028-02-29'],
  ])('%s', (_what, now, today) => expect(todayAtLaboratory(new Date(now))).toBe(today))
})

describe('an age', () => {
  test.each([
    ['on the day of birth', '2026-11-20', '2026-11-20', '0 d'],
    ['a day later', '2026-11-19', '2026-11-20', '1 d'],
    ['the day before a month', '2026-10-21', '2026-11-20', '30 d'],
    ['one month', '2026-10-20', '2026-11-20', '1 m'],
    ['of a short month', '2026-01-31', '2026-02-28', '28 d'],
    ['past a short month', '2026-01-31', '2026-03-01', '1 m'],
    ['a year, still in months', '2025-11-20', '2026-11-20', '12 m'],
    ['the day before two years', '2024-11-21', '2026-11-20', '23 m'],
    ['two years', '2024-11-20', '2026-11-20', '2 y'],
    ['years and months', '2019-03-14', '2026-11-20', '7 y 8 m'],
    ['the day before a birthday', '2000-11-21', '2026-11-20', '25 y 11 m'],
    ['born on 29 February, the day before 1 March', '2024-02-29', '2027-02-28', '2 y 11 m'],
    ['born on 29 February, on 1 March', '2024-02-29', '2027-03-01', '3 y'],
    ['a hundred years', '1926-11-20', '2026-11-20', '100 y'],
  ])('%s', (_what, born, on, words) => expect(ageInWords(born, on)).toBe(words))

  test.each([
    ['tomorrow', '2026-11-21'],
    ['no date', '2026-02-30'],
    ['nothing', ''],
  ])('is empty for a person born %s', (_what, born) => expect(ageInWords(born, '2026-11-20')).toBeNull())
})

describe('working days', () => {
  test.each([
    ['from Friday, one is Monday', '2026-11-20', 1, '2026-11-23'],
    ['from Friday, five is Friday', '2026-11-20', 5, '2026-11-27'],
    ['from Saturday, one is Monday', '2026-11-21', 1, '2026-11-23'],
    ['from Sunday, one is Monday', '2026-11-22', 1, '2026-11-23'],
    ['from Monday, four is Friday', '2026-11-23', 4, '2026-11-27'],
    ['from Monday, five is over the weekend', '2026-11-23', 5, '2026-11-30'],
    ['over the end of a year', '2026-12-31', 1, '2027-01-01'],
    ['over 29 February', '2028-02-28', 2, '2028-03-01'],
    ['over the clocks going forward', '2026-03-06', 1, '2026-03-09'],
    ['none', '2026-11-20', 0, '2026-11-20'],
  ])('%s', (_what, from, days, to) => expect(addWorkingDays(from, days)).toBe(to))

  it('end on no weekend, five per week', () => {
    const start = fc.integer({ min: 0, max: 20_000 }).map((day) => new Date(day * 86_400_000))
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 120 }), (date, days) => {
        const from = date.toISOString().slice(0, 10)
        const end = readIsoDate(addWorkingDays(from, days))
        expect([1, 2, 3, 4, 5]).toContain(end?.getUTCDay())
        const weekLater = readIsoDate(addWorkingDays(from, days + 5))
        expect(Number(weekLater) - Number(end)).toBe(7 * 86_400_000)
      }),
    )
  })

  it('need a valid start date', () => {
    expect(() => addWorkingDays('2026-02-30', 1)).toThrow(RangeError)
  })
})

describe('the start of a day at the laboratory', () => {
  test.each([
    ['in summer', '2026-07-01', 0, '2026-07-01T05:00:00.000Z'],
    ['in winter', '2026-12-01', 0, '2026-12-01T06:00:00.000Z'],
    ['on the day on which summer begins', '2026-03-08', 0, '2026-03-08T06:00:00.000Z'],
    ['on the day on which winter begins', '2026-11-01', 0, '2026-11-01T05:00:00.000Z'],
    ['of the day after, over the end of a year', '2026-12-31', 1, '2027-01-01T06:00:00.000Z'],
  ])('%s', (_what, day, later, instant) => expect(startOfDay(day, later)).toBe(instant))

  it('is the first instant of any day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
        const day = new Date(days * 86_400_000).toISOString().slice(0, 10)
        const begins = Date.parse(startOfDay(day))
        expect(todayAtLaboratory(new Date(begins))).toBe(day)
        expect(todayAtLaboratory(new Date(begins - 1)) < day).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
