import { expect, test } from 'vitest'
import { barLength, greeting, waitingInWords } from './greeting.ts'

test('the greeting goes by the hour', () => {
  expect([4, 5, 11, 12, 17, 18, 23].map(greeting)).toEqual([
    'Good evening',
    'Good morning',
    'Good morning',
    'Good afternoon',
    'Good afternoon',
    'Good evening',
    'Good evening',
  ])
})

test('what waits is said in one sentence', () => {
  expect(waitingInWords(3, 1, 0)).toBe('3 reports to read, 1 draft to finish.')
  expect(waitingInWords(0, 2, 0)).toBe('2 drafts to finish.')
  expect(waitingInWords(0, 1, 2)).toBe('2 orders to submit for colleagues, 1 draft to finish.')
  expect(waitingInWords(0, 0, 0)).toBe('Nothing waits for you.')
})

test('a bar is in proportion, and one order can be seen beside thousands', () => {
  expect(barLength(50, 200)).toBe(25)
  expect(barLength(1, 30_000)).toBe(2)
  expect(barLength(0, 200)).toBe(0)
  expect(barLength(0, 0)).toBe(0)
})
