import { expect, test } from 'vitest'
import { numberRepeats } from './number-repeats.ts'

test('the first of equal names stays as it is, and the others have their numbers', () => {
  expect(numberRepeats(['a', 'b', 'a', 'c', 'a', 'b'])).toEqual(['a', 'b', 'a#2', 'c', 'a#3', 'b#2'])
  expect(numberRepeats([])).toEqual([])
})
