import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCents, readRate, writeCents, writeRate } from './numbers.ts'

test.each([
  ['10.00', 1000],
  ['10', 1000],
  ['10.', 1000],
  ['.5', 50],
  ['0', 0],
  ['00', 0],
  ['.00', 0],
  ['007.10', 710],
  ['1.2000', 120],
  ['1.005', null],
  ['1,000', null],
  ['1 000', null],
  ['-5', null],
  ['+5', null],
  ['$5', null],
  ['1E2', null],
  ['5.5.5', null],
  ['٥', null],
  ['.', null],
  ['', null],
  ['90071992547409.91', 9_007_199_254_740_991],
  ['90071992547409.92', null],
])('reads the amount %s as %s cents', (text, cents) => {
  expect(readCents(text)).toBe(cents)
})

test.each([
  ['.2', 2000],
  ['0.20', 2000],
  ['20', 2000],
  ['20.00', 2000],
  ['.125', 1250],
  ['12.5', 1250],
  ['1', 10_000],
  ['1.00', 10_000],
  ['1.5', 150],
  ['100', 10_000],
  ['0', 0],
  ['.0001', 1],
  ['.00001', null],
  ['.33333', null],
  ['33.333', null],
  ['100.01', null],
  ['200', null],
  ['20%', null],
  ['-.2', null],
  ['', null],
])('reads the share %s as %s ten-thousandths', (text, rate) => {
  expect(readRate(text)).toBe(rate)
})

test('reads back what it writes', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (cents) => {
      expect(readCents(writeCents(cents))).toBe(cents)
    }),
  )
  for (let rate = 0; rate <= 10_000; rate += 1) {
    expect(readRate(writeRate(rate))).toBe(rate)
    expect(readRate(writeRate(rate, 'percent'))).toBe(rate)
  }
  expect([writeRate(2000), writeRate(2000, 'percent'), writeRate(10_000), writeCents(1050)]).toEqual([
    ...['.2', '20', '1', '10.5'],
  ])
})
