import type { Gene } from '../../genes/gene.ts'
import { blankVariant, type KnownVariant } from '../known-variants.ts'
import type { OrderableTest } from '../rule-context.ts'

/** Invented tests that look at known variants. */
const OF_VARIANTS = {
  ...{ sex: '', genes: [], geneChoice: 'all', relatives: 0, consents: [], needs: [] },
  specimens: ['Blood', 'CVS'],
} as const satisfies Partial<OrderableTest>
export const VARIANT_TESTS: readonly OrderableTest[] = [
  {
    ...OF_VARIANTS,
    ...{ code: '1200', testName: 'Known variant' },
    knownVariant: {
      ...{ kinds: ['sequence'], most: 1, excludedGenes: ['CYP21A2'] },
      ...{ forRelatives: true, familyDays: 90 },
    },
  },
  {
    ...OF_VARIANTS,
    ...{ code: '1203', testName: 'Prenatal known variant' },
    knownVariant: {
      ...{ kinds: ['sequence', 'exon'], most: null, excludedGenes: [] },
      ...{ forRelatives: false, familyDays: null },
    },
  },
]

const gene = (symbol: string, id: number, refSeq: string, previous: string[] = []): Gene => ({
  ...{ hgncId: `HGNC:${id}`, symbol, name: symbol, location: '', kind: 'protein-coding gene', aliases: [] },
  previous,
  transcripts: [{ refSeq, ensembl: `ENST${String(id).padStart(11, '0')}.1`, status: 'MANE Select' }],
})
export const VARIANT_GENES: readonly Gene[] = [
  gene('BRCA2', 1101, 'NM_000059.4', ['FANCD1']),
  gene('MYH7', 7577, 'NM_000257.4'),
  gene('DMD', 2928, 'NM_004006.3'),
  gene('CYP21A2', 2600, 'NM_000500.9', ['CYP21']),
]

/** A complete variant of the patient's mother; each call returns its own copy. */
export function knownVariant(more: Partial<KnownVariant> = {}): KnownVariant {
  const blank = blankVariant('v1')
  return {
    ...blank,
    ...{ kind: 'sequence', gene: 'BRCA2', hgncId: 'HGNC:1101' },
    ...{ transcript: 'NM_000059.4', cdna: 'c.5946del', protein: 'p.(Ser1982Argfs*22)' },
    ...{ zygosity: 'Heterozygous', variantClass: 'Pathogenic', classifiedOn: '2026-05-04' },
    ...{
      laboratory: 'Invented Genetics',
      laboratoryNumber: 'IG-1',
      reportDate: '2026-05-04',
      report: 'file',
    },
    file: { documentId: 7, name: 'report.pdf' },
    carrier: { ...blank.carrier, firstName: 'Mai', lastName: 'Nguyễn', relation: 'Mother' },
    purpose: 'predictive',
    ...more,
  }
}
