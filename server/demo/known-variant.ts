import {
  blankVariant,
  type KnownVariant,
  type VariantKind,
  type VariantPurpose,
} from '#domain/orders/known-variants.ts'
import type { SubjectKind } from '#domain/orders/subject.ts'
import { table } from '#domain/table.ts'
import type { OrderedTestInfo } from '#server/features/catalogue/public.ts'

/** A variant of each kind, as a relative's report describes it. */
const OF_KIND: Partial<Record<VariantKind, Partial<KnownVariant>>> = {
  sequence: {
    ...{ gene: 'BRCA2', hgncId: 'HGNC:1101', transcript: 'NM_000059.4', cdna: 'c.5946del' },
    zygosity: 'Heterozygous',
  },
  exon: { gene: 'DMD', hgncId: 'HGNC:2928', transcript: 'NM_004006.3', exons: '45-50' },
  repeat: { gene: 'HTT', hgncId: 'HGNC:4851', motif: 'CAG', repeats: '44' },
  cnv: { chromosome: '16', start: '29580000', end: '30190000', build: 'GRCh38', copyNumber: '1' },
  mtdna: { gene: 'MT-TL1', hgncId: 'HGNC:7490', genomic: 'm.3243A>G', heteroplasmy: '32', tissue: 'Blood' },
}

/** Tests that do not ask what the patient will have. */
const PURPOSES = table<VariantPurpose>({
  // A carrier cascade: the variant of an aunt.
  '1201': 'carrier',
  '1203': 'prenatal',
  '1207': 'diagnostic',
  '1208': 'diagnostic',
  '1211': 'confirm-somatic',
})

/** In whom it was found, if not in the mother. */
const RELATIVES = table<Pick<KnownVariant['carrier'], 'relation' | 'side'>>({
  '1201': { relation: 'Aunt', side: 'Maternal' },
  '1202': { relation: 'Cousin', side: 'Paternal' },
})

/** The variant that a test of one place looks for; nothing for other tests. */
export function knownVariantFor(
  test: OrderedTestInfo,
  subject: SubjectKind,
  relative: { firstName: string; lastName: string },
): { knownVariants?: KnownVariant[] } {
  const kind = test.knownVariant?.kinds.find((one) => one in OF_KIND)
  if (!kind) return {}
  const blank = blankVariant('v1')
  return {
    knownVariants: [
      {
        ...{ ...blank, kind, ...OF_KIND[kind], variantClass: 'Pathogenic' },
        purpose: PURPOSES[test.code] ?? 'predictive',
        // The mother of a fetus is the patient of record: the variant is an earlier child's.
        carrier: {
          ...blank.carrier,
          ...(subject === 'living'
            ? (RELATIVES[test.code] ?? { relation: 'Mother' })
            : { relation: 'Sister' }),
          ...relative,
        },
        report: 'to-follow',
      },
    ],
  }
}

/** As a clinic types it in one field: 'c.5946del', 'exons 45-50', 'CAG 44'. */
export function describedShortly(variant: KnownVariant): string {
  const { cdna, exons, motif, repeats, genomic, chromosome, start, end } = variant
  if (cdna || genomic) return cdna || genomic
  if (exons) return `exons ${exons}`
  return motif ? `${motif} ${repeats}` : `chr${chromosome}:${start}-${end}`
}
