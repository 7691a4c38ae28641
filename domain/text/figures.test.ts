import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollars, grouped } from './figures.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [99_999, '99,999'],
  [10_000_000, '10,000,000'],
  [-1234, '-1,234'],
])('writes %d as %s', (count, text) => expect(grouped(count)).toBe(text))

test.each([
  [0, '$0.00', '$0'],
  [5, '$0.05', '$0'],
  [123_450, '$1,234.50', '$1,235'],
  [-2000, '-$20.00', '-$20'],
  [498_000, '$4,980.00', '$4,980'],
])('writes %d cents as %s, or %s in whole dollars', (amount, exact, rounded) => {
  expect(dollars(amount)).toBe(exact)
  expect(dollars(amount, { cents: false })).toBe(rounded)
})

test('adds commas without changing a figure', () => {
  fc.assert(
    fc.property(fc.integer(), (count) => {
      expect(Number(grouped(count).replaceAll(',', ''))).toBe(count)
      expect(grouped(count)).toMatch(/^-?\d{1,3}(,\d{3})*$/)
    }),
  )
})
