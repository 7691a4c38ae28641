import { expect, test } from 'vitest'
import { listed } from './listed.ts'

test.each([
  [[], ''],
  [['Exome'], 'Exome'],
  [['Exome', 'Microarray'], 'Exome and Microarray'],
  [['Exome', 'Microarray', 'Karyotype'], 'Exome, Microarray and Karyotype'],
])('%j in words', (names, words) => {
  expect(listed(names)).toBe(words)
})
