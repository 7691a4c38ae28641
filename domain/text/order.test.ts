import { expect, test } from 'vitest'
import { byName, byText, sameName } from './order.ts'

test('sorts codes, genes and instants by their characters', () => {
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

test("sorts names by the language's alphabet", () => {
  expect(['Ørsted', 'zebra', 'Adam', 'adams'].sort(byName)).toEqual(['Adam', 'adams', 'Ørsted', 'zebra'])
  expect(['Aalborg', 'Zürich'].sort((one, other) => byName(one, other, 'da'))).toEqual(['Zürich', 'Aalborg'])
})

test('treats names that differ only in capitals as the same', () => {
  expect(sameName('My List', 'my list')).toBe(true)
  expect(sameName('Müller', 'Muller')).toBe(false)
})
