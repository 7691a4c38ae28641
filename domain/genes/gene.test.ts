import { expect, test } from 'vitest'
import { type Gene, symbolMeaning, withoutVersion } from './gene.ts'

const gene = (symbol: string, more: Partial<Gene> = {}): Gene => ({
  hgncId: `HGNC:${symbol.length}`,
  symbol,
  ...{ name: '', location: '', kind: 'protein-coding gene', aliases: [], previous: [], transcripts: [] },
  ...more,
})
const GENES = [
  gene('GBA1', { hgncId: 'HGNC:4177', previous: ['GLUC', 'GBA'] }),
  gene('BRCA2', { aliases: ['FAD'], previous: ['FANCD1'] }),
  gene('FADS1', { aliases: ['FAD'] }),
]

test.each([
  ['GBA1', { kind: 'approved', hgncId: 'HGNC:4177' }],
  ['GBA', { kind: 'previous', symbols: ['GBA1'] }],
  ['FAD', { kind: 'alias', symbols: ['BRCA2', 'FADS1'] }],
  ['gba1', { kind: 'unknown' }],
  ['', { kind: 'unknown' }],
])('symbol %j means %j', (symbol, meaning) => {
  expect(symbolMeaning(symbol, GENES)).toEqual(meaning)
})

test.each([
  ['NM_000059.4', 'NM_000059'],
  ['nm_000059', 'NM_000059'],
  ['ENST00000380152.8 ', 'ENST00000380152'],
  ['NM_000059.', 'NM_000059'],
  ['', ''],
])('the accession of %j is %j', (given, accession) => {
  expect(withoutVersion(given)).toBe(accession)
})
