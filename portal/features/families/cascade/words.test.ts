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
])('a chance of %s is never 0.0', (chance, words) => {
  expect(texts.oneIn(chance)).toBe(words)
})
