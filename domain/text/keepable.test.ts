import { expect, test } from 'vitest'
import { cutTo, isKeepable } from './keepable.ts'

test.each([
  ['ab', 3, 'ab'],
  ['abc', 2, 'ab'],
  ['a𝔟c', 2, 'a'],
  ['a𝔟c', 3, 'a𝔟'],
  ['𝔟', 1, ''],
])('%j cut to %i is %j: no character is cut in two', (text, most, cut) => {
  expect(cutTo(text, most)).toBe(cut)
  expect(isKeepable(cutTo(text, most))).toBe(true)
})
