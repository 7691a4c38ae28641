import { expect, test } from 'vitest'
import { leastInWords } from './least.ts'
import { requirement } from './testing/requirement.ts'

const row = requirement({
  ...{ least: 3, unit: 'mL' },
  leastByAge: [
    { underAge: '28d', least: 0.5 },
    { underAge: '1y', least: 1 },
  ],
})

test.each([
  ['a newborn', '2026-11-01', '2026-11-20', 'at least 0.5 mL under 28 days'],
  ['the day on which it is no newborn any more', '2026-11-01', '2026-11-29', 'at least 1 mL under 1 year'],
  ['the day before the first birthday', '2025-11-21', '2026-11-20', 'at least 1 mL under 1 year'],
  ['the first birthday', '2025-11-20', '2026-11-20', 'at least 3 mL'],
  ['an unknown birth', '', '2026-11-20', 'at least 3 mL (0.5 mL under 28 days, 1 mL under 1 year)'],
])('says how much of %s', (_, born, on, words) => expect(leastInWords(row, { born, on })).toBe(words))

test('says nothing where the catalogue does not', () =>
  expect(leastInWords(requirement(), { born: '2026-11-01', on: '2026-11-20' })).toBe(''))
