import { expect, test } from 'vitest'
import { compareGenes, similarByGenes } from './compare.ts'

const made = (code: string, genes: string) => ({ code, genes: genes === '' ? [] : genes.split(' ') })
const A = made('A', 'TTN SCN1A LMNA')
const B = made('B', 'LMNA TTN MYH7')
const C = made('C', 'LMNA FBN1')
const EXOME = made('X', '')

test('separates genes that all tests, some tests or only one test analyze', () => {
  expect(compareGenes([A, B, C, EXOME])).toEqual({
    common: ['LMNA'],
    only: new Map([
      ['A', ['SCN1A']],
      ['B', ['MYH7']],
      ['C', ['FBN1']],
    ]),
    some: new Map([
      ['A', ['TTN']],
      ['B', ['TTN']],
      ['C', []],
    ]),
  })
})

test('finds nothing in common for a single test, or next to one that names no genes', () => {
  expect(compareGenes([A]).common).toEqual([])
  expect(compareGenes([A, EXOME]).common).toEqual([])
  expect(compareGenes([])).toEqual({ common: [], only: new Map(), some: new Map() })
})

test('lists the most similar tests first, and omits those without a common gene', () => {
  const none = made('N', 'CFTR')
  expect(similarByGenes(A, [A, C, none, EXOME, B], 3)).toEqual([B, C])
  expect(similarByGenes(A, [B, C], 1)).toEqual([B])
  expect(similarByGenes(EXOME, [A, B], 3)).toEqual([])
})
