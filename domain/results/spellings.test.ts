import { describe, expect, test } from 'vitest'
import type { ReportedVariant } from './reported-variant.ts'
import { spellingsOf, variantSearch } from './spellings.ts'

const variant = (more: Partial<ReportedVariant>): ReportedVariant => ({
  ...{ key: '2a', form: 'variant', of: [], genes: [], repeats: [] },
  ...{ consequences: [], significances: [], notes: [] },
  ...more,
})

const gene = (symbol: string) => ({ hgncId: '', symbol })
const BRCA2 = variant({
  genes: [gene('BRCA2')],
  ...{ transcript: 'NM_000059.4', cdna: 'c.5946del', protein: 'NP_000050.3:p.(Ser1982ArgfsTer22)' },
  ...{
    genomic: 'NC_000013.11:g.32340301del',
    name: 'BRCA2 6174delT',
    dbsnp: 'rs80359550',
    clinvar: 'VCV000009325.12',
  },
})
const F508 = variant({
  genes: [gene('CFTR')],
  ...{ cdna: 'NM_000492.3:c.1521_1523delCTT', protein: 'p.Phe508del', name: 'ΔF508' },
})
const STOP = variant({ cdna: 'c.1657C>T', protein: 'p.R553X', transcript: 'NM_000492.4' })
const SHORT_SHIFT = variant({ cdna: 'c.5946del', protein: 'p.(Ser1982fs)' })
const INDEL = variant({
  cdna: 'NM_007294.4:c.68_69delAGinsT',
  genomic: 'g.43124027_43124028delinsA',
  reference: 'NC_000017.10',
})
const COPIES = variant({ iscn: 'arr[GRCh38] 22q11.21(18900000_21460000)×1', cytoband: '22q11.21' })
const STAR = variant({ form: 'haplotype', genes: [gene('CYP2C19')], name: 'CYP2C19*2' })
const MITOCHONDRIAL = variant({ genomic: 'NC_012920.1:m.3243A>G', name: 'A3243G' })
const CALLED = variant({
  ...{ reference: 'NC_000007.14', exact: { from: 117559590, to: 117559592 } },
  ...{ referenceAllele: 'ATCT', alternateAllele: 'A', counting: '1-based character counting' },
})
const ON_OTHER = variant({
  cdna: 'NM_000314.8:c.388C>T',
  consequences: [{ transcript: 'NM_001304717.5', cdna: 'c.907C>T', protein: 'p.Arg303Ter', effects: [] }],
})

const finds = (typed: string, reported: ReportedVariant) => {
  const terms = spellingsOf(reported)
  return variantSearch(typed).terms.some((term) => terms.includes(term))
}

describe('a variant in any spelling', () => {
  test.each([
    ['c.5946del', BRCA2],
    ['c.5946delT', BRCA2],
    ['C.5946DELT'.toLowerCase(), BRCA2],
    ['5946delT', BRCA2],
    ['NM_000059.4:c.5946del', BRCA2],
    ['NM_000059.3:c.5946delT', BRCA2],
    ['NM_000059:c.5946del', BRCA2],
    ['NM_000059.4(BRCA2):c.5946del', BRCA2],
    ['NM_000059.4(BRCA2): c.5946del', BRCA2],
    ['BRCA2:c.5946del', BRCA2],
    ['BRCA2 c.5946del', BRCA2],
    ['brca2 5946del', BRCA2],
    ['p.Ser1982ArgfsTer22', BRCA2],
    ['p.(Ser1982ArgfsTer22)', BRCA2],
    ['p.Ser1982Argfs*22', BRCA2],
    ['p.S1982Rfs*22', BRCA2],
    ['p.S1982RfsX22', BRCA2],
    ['p.Ser1982fs', BRCA2],
    ['S1982fs', BRCA2],
    ['NP_000050.3:p.Ser1982ArgfsTer22', BRCA2],
    ['g.32340301del', BRCA2],
    ['NC_000013.11:g.32340301del', BRCA2],
    ['chr13:g.32340301del', BRCA2],
    ['13:g.32340301del', BRCA2],
    ['GRCh38 chr13:g.32340301del', BRCA2],
    ['chr13:g.32340301del (hg38)', BRCA2],
    ['6174delT', BRCA2],
    ['BRCA2 6174delT', BRCA2],
    ['rs80359550', BRCA2],
    ['VCV000009325', BRCA2],
    ['9325', BRCA2],
    ['F508del', F508],
    ['Phe508del', F508],
    ['deltaF508', F508],
    ['∆F508', F508],
    ['c.1521_1523del', F508],
    ['1521_1523delCTT', F508],
    ['p.Arg553Ter', STOP],
    ['p.(Arg553*)', STOP],
    ['R553X', STOP],
    ['p.S1982Rfs*22', SHORT_SHIFT],
    ['c.68_69delinsT', INDEL],
    ['GRCh37 17:g.43124027_43124028delinsA', INDEL],
    ['22q11.21', COPIES],
    ['arr[GRCh38] 22q11.21(18900000_21460000)x1', COPIES],
    ['CYP2C19*2', STAR],
    ['*2', STAR],
    ['m.3243A>G', MITOCHONDRIAL],
    ['A3243G', MITOCHONDRIAL],
    ['7-117559590-ATCT-A', CALLED],
    ['chr7:117559590:ATCT:A', CALLED],
    ['chr7:117559590 ATCT>A', CALLED],
    ['NM_001304717:c.907C>T', ON_OTHER],
    ['R303*', ON_OTHER],
  ])('%s', (typed, reported) => {
    expect(finds(typed, reported)).toBe(true)
  })
})

describe('another variant', () => {
  test.each([
    ['c.5946dup', BRCA2],
    ['c.594del', BRCA2],
    ['NM_000060.4:c.5946del', BRCA2],
    ['p.Ser1982Ter', BRCA2],
    ['p.S1982Rfs*23', BRCA2],
    ['NC_000013.10:g.32340301del', BRCA2],
    ['GRCh37 chr13:g.32340301del', BRCA2],
    ['chr14:g.32340301del', BRCA2],
    ['rs8035955', BRCA2],
    ['GRCh38 17:g.43124027_43124028delinsA', INDEL],
    ['BRCA2', BRCA2],
    ['', BRCA2],
  ])('%s', (typed, reported) => {
    expect(finds(typed, reported)).toBe(false)
  })
})

test.each([
  ['BRCA2 c.5946del', 'BRCA2'],
  ['NM_000059.4(BRCA2):c.5946del', 'BRCA2'],
  ['brca2:c.5946del', 'brca2'],
  ['C9orf72 (GGGGCC)n', 'C9orf72'],
  ['chr13:g.32340301del', ''],
  ['NM_000059.4:c.5946del', ''],
  ['c.5946del', ''],
])('%s names the gene “%s”', (typed, named) => {
  expect(variantSearch(typed).gene).toBe(named)
})
