import { expect, test } from 'vitest'
import { byName, byText, sameName } from './order.ts'

test('codes, genes and instants are sorted by their characters', () => {
  expect(['TTN', 'ZEB1', 'AARS1', 'BRCA1', 'BRCA1'].sort(byText)).toEqual([
    'AARS1',
    'BRCA1',
    'BRCA1',
    'TTN',
    'ZEB1',
  ])
  expect(['9', '2026-11-21T10:00:00Z', '2026-11-21'].sort(byText)).toEqual([
    '2026-11-21',
    '2026-11-21T10:00:00Z',
    '9',
  ])
})

test('names are sorted as the alphabet of the language has them', () => {
  expect(['Ørsted', 'zebra', 'Adam', 'adams'].sort(byName)).toEqual(['Adam', 'adams', 'Ørsted', 'zebra'])
  expect(['Aalborg', 'Zürich'].sort((one, other) => byName(one, other, 'da'))).toEqual(['Zürich', 'Aalborg'])
})

test('names that differ in capitals only are one', () => {
  expect(sameName('My List', 'my list')).toBe(true)
  expect(sameName('Müller', 'Muller')).toBe(false)
})
