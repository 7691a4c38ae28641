import { expect, test } from 'vitest'
import { ALLELIC_STATES, CALLS, CLASSES, OVERALL } from './choices.ts'
import type { Answer } from './finding.ts'
import { wordIn } from './read-choice.ts'

function answer(text: string, code = '', system = 'LN'): Answer {
  const codes = code === '' ? [] : [{ system, code, name: text }]
  return { question: { system: 'LN', code: '', name: '' }, codes, text }
}

test.each([
  ['P', 'Pathogenic'],
  ['Lp', 'Likely pathogenic'],
  ['VUS', 'Uncertain significance'],
  ['LIKELY_PATHOGENIC', 'Likely pathogenic'],
  ['likely-benign', 'Likely benign'],
  ['Variant of  unknown significance', 'Uncertain significance'],
  ['Pathogenic.', 'Pathogenic'],
  ['Pathogenic, low penetrance', 'Pathogenic, low penetrance'],
  ['pathogénique', 'pathogénique'],
  ['Tier I', 'Tier I'],
  ['PP', 'PP'],
])('the class %s is read as %s', (written, word) => expect(wordIn(CLASSES, answer(written))).toBe(word))

test.each([
  [CALLS, 'Not detected', 'Absent'],
  [CALLS, 'Not detected (qualifier value)', 'Absent'],
  [CALLS, 'NEG', 'Absent'],
  [CALLS, 'Detected', 'Present'],
  [CALLS, 'Not sequenced', 'Not sequenced'],
  [OVERALL, 'NEG', 'Negative'],
  [OVERALL, 'Negative for the familial variant', 'Negative for the familial variant'],
  [OVERALL, 'Not positive', 'Not positive'],
  [OVERALL, 'Test failed', 'Failure'],
  [ALLELIC_STATES, 'het', 'Heterozygous'],
])('of %j, %s is read as %s', (choices, written, word) => expect(wordIn(choices, answer(written))).toBe(word))

test('a code decides, also if its system is not named, and words that are not of the list say nothing against it', () => {
  expect(wordIn(OVERALL, answer('Keine Auffälligkeit', 'LA6577-6'))).toBe('Negative')
  expect(wordIn(OVERALL, answer('', 'LA6577-6', '99LAB'))).toBe('Negative')
})

test.each([
  [OVERALL, 'Positive', 'LA6577-6', 'Positive (its code says Negative)'],
  [OVERALL, 'neg', 'LA6576-8', 'neg (its code says Positive)'],
  [CLASSES, 'Likely benign', 'LA6668-3', 'Likely benign (its code says Pathogenic)'],
  [CALLS, 'Absent', 'LA9633-4', 'Absent (its code says Present)'],
])('of %j, words that contradict their code are told with it: %s, %s', (choices, words, code, told) =>
  expect(wordIn(choices, answer(words, code))).toBe(told),
)
