import { expect, test } from 'vitest'
import { lineOf } from './harness.ts'

test('takes median and p95 from the measured values', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(lineOf('a', 'ms', values)).toEqual({
    ...{ name: 'a', unit: 'ms', n: 100, median: 50, p95: 95, min: 1, max: 100 },
  })
})

test('repeats a single value in every figure', () => {
  expect(lineOf('a', '1/s', [7])).toMatchObject({ n: 1, median: 7, p95: 7, min: 7, max: 7 })
})
