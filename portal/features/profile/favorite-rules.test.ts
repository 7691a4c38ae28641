import { expect, test } from 'vitest'
import { testWords, toggleFavorite } from './favorite-rules.ts'

test('a new favorite comes last, and one that is there is taken out; the order of the others is kept', () => {
  const key = (code: string) => code
  expect(toggleFavorite(['G40.3', 'F84.0'], 'Q87.1', key)).toEqual(['G40.3', 'F84.0', 'Q87.1'])
  expect(toggleFavorite(['G40.3', 'F84.0', 'Q87.1'], 'F84.0', key)).toEqual(['G40.3', 'Q87.1'])
})

test('a test that is no longer in the catalogue is named by its code', () => {
  expect(testWords({ testCode: '9001', testName: '9001' })).toBe('Test 9001')
  expect(testWords({ testCode: '9001', testName: '' })).toBe('Test 9001')
  expect(testWords({ testCode: '1600', testName: 'Exome' })).toBe('Exome')
})
