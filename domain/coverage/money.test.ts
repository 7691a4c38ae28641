import { expect, test } from 'vitest'
import { money, percent } from './money.ts'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [123450, '$1,234.50'],
  [-18000, '-$180.00'],
])('formats %d cents as %s', (cents, words) => {
  expect(money(cents)).toBe(words)
})

test.each([
  [2000, '20%'],
  [1250, '12.5%'],
  [1, '0.01%'],
  [0, '0%'],
])('formats %d basis points as %s', (rate, words) => {
  expect(percent(rate)).toBe(words)
})
