import { expect, test } from 'vitest'
import * as texts from './texts.ts'
import { variantInWords } from './words.ts'

const NONE = {
  kind: '' as const,
  gene: 'BRCA2',
  hgncId: '',
  transcript: '',
  cdna: '',
  protein: '',
  genomic: '',
  asWritten: '',
}

test.each([
  [
    { transcript: 'NM_000059.4', cdna: 'c.5946del', protein: 'p.(Ser1982fs)' },
    'BRCA2 NM_000059.4:c.5946del p.(Ser1982fs)',
  ],
  [{ transcript: 'NM_000059.4', cdna: 'NM_000059.4:c.5946del' }, 'BRCA2 NM_000059.4:c.5946del'],
  [{ asWritten: '6174delT' }, 'BRCA2 6174delT'],
])('a variant in one line', (variant, words) => {
  expect(variantInWords({ ...NONE, ...variant })).toBe(words)
})

test.each([
  [1, 'certain'],
  [0.5, '50 %, about 1 in 2'],
  [0.125, '13 %, about 1 in 8'],
  [0.004, 'less than 1 %'],
  [0.75, '75 %, about 3 in 4'],
  [2 / 3, '67 %, about 2 in 3'],
  [0.4, '40 %, about 2 in 5'],
  [1 / 64, '2 %, about 1 in 64'],
  [0.992, '99 %, about 99 in 100'],
])('a chance of %s is never 0.0, and no other in the words beside it', (chance, words) => {
  expect(texts.oneIn(chance, true)).toBe(words)
})

test('of who was not tested nothing is certain', () => {
  expect(texts.oneIn(1, false)).toBe('expected, unless the variant is new (de novo)')
  expect(texts.oneIn(0.5, false)).toBe(texts.oneIn(0.5, true))
})

test('of a recessive finding, carriers are told from those who have both copies', () => {
  expect(texts.ofCopies({ one: 0.75, all: 0.25 }, false)).toBe(
    'at least one copy: 75 %, about 3 in 4; both copies: 25 %, about 1 in 4',
  )
})
