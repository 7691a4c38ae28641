import { expect, test } from 'vitest'
import { testInWords } from './words.ts'

const ORDERED = [
  { testCode: 'WES', testName: 'Whole Exome' },
  { testCode: 'CMA', testName: 'Array' },
]

test.each([
  ['CMA', 'Array CGH', 'Array'],
  ['', '', 'Whole Exome'],
  ['PGX', 'Medicines', 'Medicines (PGX)'],
  ['PGX', '', 'PGX'],
  ['PGX', 'PGX', 'PGX'],
])('the report of test %j, named %j, is called %s', (testCode, testName, words) => {
  expect(testInWords(ORDERED, { testCode, testName })).toBe(words)
})
