import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { showTypedDate } from './date-entry.ts'
import { readDate } from './read-date.ts'
import { beforeEarliest, whyNoDate, withSlashes } from './typed-date.ts'

/** The box's content after each key. */
const afterKeys = (keys: string) =>
  [...keys].reduce<string>((before, key) => withSlashes(before + key, before), '')

const day = fc
  .date({ min: new Date('1901-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('[UX-27] a date typed into one box', () => {
  test.each([
    ['12', '12'],
    ['123', '12/3'],
    ['12312019', '12/31/2019'],
    ['03142019', '03/14/2019'],
    ['3/14/2019', '3/14/2019'],
    ['03/14/2019', '03/14/2019'],
    ['2019-03-14', '2019-03-14'],
    ['20190314', '20190314'],
    ['14 Mar 2019', '14 Mar 2019'],
    ['Mar 14, 2019', 'Mar 14, 2019'],
    ['1/2/2019', '1/2/2019'],
    ['11/2/2019', '11/2/2019'],
  ])('%s becomes %s', (keys, expected) => expect(afterKeys(keys)).toBe(expected))

  it('is the same day, typed in figures alone, with slashes, or as ISO', () => {
    fc.assert(
      fc.property(day, (one) => {
        const [year = '', month = '', date = ''] = one.split('-')
        for (const keys of [
          month + date + year,
          showTypedDate(one),
          one,
          `${Number(month)}/${Number(date)}/${year}`,
        ])
          expect(readDate(afterKeys(keys))).toBe(one)
      }),
    )
  })

  it('does not interfere with deleting', () => {
    expect(withSlashes('12/3', '12/31')).toBe('12/3')
    expect(withSlashes('12/', '12/3')).toBe('12/')
    expect(withSlashes('12', '12/')).toBe('12')
  })

  test.each([
    ['03/14/19', 'Enter the year with four digits.'],
    ['02/30/2023', 'Feb 2023 has 28 days.'],
    ['02/29/2024', null],
    ['04/31/2023', 'Apr 2023 has 30 days.'],
    ['2023-02-30', 'Feb 2023 has 28 days.'],
    ['04/00/2023', 'Apr 2023 has 30 days.'],
    ['14/03/2019', 'There is no month 14. Enter the month first.'],
    ['spring', 'Enter the date as 03/14/2019.'],
    ['12', 'Enter the date as 03/14/2019.'],
  ])('explains the problem with %s: %s', (typed, why) => expect(whyNoDate(typed)).toBe(why))
})

test('reports a day before the first allowed one', () => {
  const earliest = { day: '2026-03-12', message: 'too early' }
  expect(beforeEarliest('2026-03-11', earliest)).toBe('too early')
  expect(beforeEarliest('2026-03-12', earliest)).toBeNull()
  expect(beforeEarliest('03/11/2026', earliest)).toBeNull()
  expect(beforeEarliest('2026-03-11', undefined)).toBeNull()
})
