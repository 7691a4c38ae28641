import { expect, test } from 'vitest'
import { differencesIn, matchOf, orderNumberIn } from './words.ts'

const SAME = { name: 'same', dateOfBirth: 'same', recordNumber: 'same', sex: 'same' } as const

test.each([
  [SAME, ''],
  [{ ...SAME, dateOfBirth: 'other' }, 'date of birth'],
  [{ ...SAME, name: 'last-name-only', sex: 'other' }, 'name and sex'],
  [
    { name: 'other', dateOfBirth: 'other', recordNumber: 'other', sex: 'not-said' },
    'name, date of birth and MRN',
  ],
] as const)('names what differs: %j', (differs, words) => {
  expect(differencesIn(differs)).toBe(words)
})

test('a last name alone is a partial match', () => {
  expect(matchOf('last-name-only')).toBe('partly')
  expect(matchOf('other')).toBe('other')
})

test.each([
  ['4711', 4711],
  [' #4711 ', 4711],
  ['', null],
  ['0', null],
  ['-3', null],
  ['4711x', null],
  ['99999999999999999999', null],
])('reads an order number from %j', (typed, number) => {
  expect(orderNumberIn(typed)).toBe(number)
})
