import { expect, test } from 'vitest'
import { type ListedResult, listedResultInWords } from './words.ts'

const CASES: [string, Partial<ListedResult>][] = [
  ['Positive', { outcomes: ['positive'] }],
  ['Positive, Negative', { outcomes: ['negative', 'positive'] }],
  ['Positive', { outcomes: ['document', 'none', 'positive'] }],
  ['Partially explains', { outcomes: ['other'], overall: 'Partially explains' }],
  ['Other result', { outcomes: ['other'] }],
  ['No overall result', { outcomes: ['document', 'none'] }],
  ['PDF only', { outcomes: ['document'] }],
  ['Negative, being checked', { outcomes: ['negative'], isQuestioned: true }],
  ['Withdrawn', { outcomes: [] }],
]

test.each(CASES)('a list says “%s”', (words, result) => {
  expect(listedResultInWords({ outcomes: [], overall: '', isQuestioned: false, ...result })).toBe(words)
})
