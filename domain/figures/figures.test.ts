import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBehind, writeBehind } from './behind.ts'
import { causesIn, countedBy, meanDays, numberOf, shareInWords, shareOf, summed } from './figures.ts'
import { addMonths, isMonth, monthInWords, monthOf, monthsFrom } from './months.ts'

const COUNTS = {
  ...{
    submitted: 50,
    'reported:on-time': 30,
    'reported:late-1': 4,
    'reported:late-11': 2,
    'reported:no-day': 3,
  },
  ...{ hold: 5, 'hold:consent': 4, 'hold:other': 2 },
}

test.each([
  ['submitted', 50],
  ['reported', 39],
  ['promised', 36],
  ['late', 6],
  ['reported:on-time', 30],
  ['hold', 5],
  ['hold:consent', 4],
  ['cancelled', 0],
])('the number of %s adds up its causes', (figure, n) => {
  expect(numberOf(COUNTS, figure)).toBe(n)
})

test.each(['', 'hold:', 'constructor', 'toString', 'profit', 'hold|consent', 'Hold'])(
  '%j is not a figure',
  (figure) => {
    expect(countedBy(figure)).toBeNull()
    expect(() => numberOf(COUNTS, figure)).toThrow('no such figure')
  },
)

test('causes are listed with the most frequent first, across months', () => {
  expect(causesIn([COUNTS, { 'hold:authorization': 9, 'hold:other': 3 }], 'hold')).toEqual([
    ...['authorization', 'other', 'consent'],
  ])
  expect(causesIn([{ 'hold:other': 0 }], 'hold')).toEqual([])
})

test('months add up', () => {
  expect(summed([COUNTS, { hold: 1, cancelled: 2 }])).toMatchObject({ submitted: 50, hold: 6, cancelled: 2 })
  expect(summed([])).toEqual({})
})

describe('a share', () => {
  test.each([
    [38, 40, '38 of 40 (95%)'],
    [0, 20, '0 of 20 (0%)'],
    [3, 19, '3 of 19'],
    [1, 1, '1 of 1'],
    [0, 0, ''],
  ])('of %i in %i is “%s”: a percentage only from twenty on', (n, of, words) => {
    expect(shareInWords(shareOf(n, of))).toBe(words)
  })
})

test('the mean time counts reported orders only', () => {
  expect(meanDays(COUNTS, 819)).toBe(21)
  expect(meanDays(COUNTS, 100)).toBe(2.6)
  expect(meanDays({ submitted: 4 }, 0)).toBeNull()
})

describe('months', () => {
  test.each([
    ['2026-01', -1, '2025-12'],
    ['2025-12', 1, '2026-01'],
    ['2026-05', -17, '2024-12'],
    ['2026-05', 0, '2026-05'],
  ])('%s and %i months is %s', (month, count, result) => {
    expect(addMonths(month, count)).toBe(result)
  })

  test('of a period include both ends', () => {
    expect(monthsFrom('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(monthsFrom('2026-02', '2026-01')).toEqual([])
    expect(monthOf('2026-02-28')).toBe('2026-02')
    expect(monthInWords('2026-02')).toBe('Feb 2026')
  })

  test.each(['2026-00', '2026-13', '26-01', '2026-1', '2026-01-01', ''])('%j is not a month', (text) => {
    expect(isMonth(text)).toBe(false)
  })
})

test('the orders behind a number are named in one value that reads back the same', () => {
  const month = fc.integer({ min: 0, max: 500 }).map((count) => addMonths('2020-01', count))
  fc.assert(
    fc.property(
      fc.constantFrom('late', 'submitted', 'hold:consent', 'rejected:QS'),
      ...[month, month],
      fc.constantFrom('', 'WES1'),
      fc.constantFrom('', 'Lucía Moreno', 'A | B', 'Ng’ugi, J.'),
      (figure, a, b, test, provider) => {
        const [from = '', to = ''] = [a, b].toSorted()
        const behind = { figure, from, to, test, provider }
        expect(readBehind(writeBehind(behind))).toEqual(behind)
      },
    ),
  )
})

test('a cause that can’t be in an address is no figure of its own, and breaks none', () => {
  const counts = { rejected: 3, 'rejected:QS': 1, 'rejected:A|B': 1, [`rejected:${'long '.repeat(20)}`]: 1 }
  expect(causesIn([counts], 'rejected')).toEqual(['QS'])
  expect(numberOf(counts, 'rejected')).toBe(3)
})
