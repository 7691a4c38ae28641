import { expect, test } from 'vitest'
import { compareGenes, similarByGenes } from './compare.ts'

const made = (code: string, genes: string) => ({ code, genes: genes === '' ? [] : genes.split(' ') })
const A = made('A', 'TTN SCN1A LMNA')
const B = made('B', 'LMNA TTN MYH7')
const C = made('C', 'LMNA FBN1')
const EXOME = made('X', '')

test('genes in common, in some, and in one only', () => {
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

test('one test alone, or beside one that names no genes, has nothing in common', () => {
  expect(compareGenes([A]).common).toEqual([])
  expect(compareGenes([A, EXOME]).common).toEqual([])
  expect(compareGenes([])).toEqual({ common: [], only: new Map(), some: new Map() })
})

test('the tests most like one come first, those with no gene of it not at all', () => {
  const none = made('N', 'CFTR')
  expect(similarByGenes(A, [A, C, none, EXOME, B], 3)).toEqual([B, C])
  expect(similarByGenes(A, [B, C], 1)).toEqual([B])
  expect(similarByGenes(EXOME, [A, B], 3)).toEqual([])
})
