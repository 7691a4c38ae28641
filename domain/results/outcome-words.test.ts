import { expect, test } from 'vitest'
import { figureInWords } from '../figures/words.ts'
import { RESULT_WORDS } from '../follow-up/words.ts'
import { OUTCOME_WORDS } from './words.ts'

test('an overall result has one name, in lists, follow-ups and figures', () => {
  for (const outcome of ['positive', 'negative', 'uncertain'] as const) {
    expect(RESULT_WORDS[outcome]).toBe(OUTCOME_WORDS[outcome])
    expect(figureInWords(`result:${outcome}`)).toBe(`${OUTCOME_WORDS[outcome]} results`)
  }
  expect(RESULT_WORDS.failed).toBe(OUTCOME_WORDS.failed)
})
