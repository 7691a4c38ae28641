import { expect, it } from 'vitest'
import { genesTyped, readGenes, sameGenes } from './read-genes.ts'

const GENES = ['SCN1A', 'KCNQ2', 'C9orf72', 'CDKL5']

it('reads symbols however they are separated, as the test spells them, each once', () =>
  expect(readGenes(' scn1a, KCNQ2;c9ORF72\n\tSCN1A ', GENES)).toEqual({
    known: ['SCN1A', 'KCNQ2', 'C9orf72'],
    unknown: [],
  }))

it('names what is no gene of the test', () =>
  expect(readGenes('SCN1A BRCA1, oops', GENES)).toEqual({ known: ['SCN1A'], unknown: ['BRCA1', 'oops'] }))

it('compares lists of genes without their order', () => {
  expect(sameGenes(['SCN1A', 'KCNQ2'], ['KCNQ2', 'SCN1A'])).toBe(true)
  expect(sameGenes(['SCN1A'], ['KCNQ2'])).toBe(false)
  expect(sameGenes(['SCN1A'], ['SCN1A', 'KCNQ2'])).toBe(false)
})

it('takes typed symbols that are whole, and leaves what is the beginning or a part of another gene', () => {
  const genes = ['ATRX', 'BRCA1', 'TP53']
  expect(genesTyped('tp53', genes)).toEqual({ values: ['TP53'], left: '' })
  expect(genesTyped('BRCA1, tp53 ', genes)).toEqual({ values: ['BRCA1', 'TP53'], left: '' })
  expect(genesTyped('ATR', genes)).toEqual({ values: [], left: 'ATR' })
  expect(genesTyped('tp53 rca1', genes)).toEqual({ values: ['TP53'], left: 'rca1' })
})
