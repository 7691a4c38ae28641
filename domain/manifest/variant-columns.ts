import type { Gene } from '../genes/gene.ts'
import {
  blankVariant,
  CARRIER_RELATIONS,
  GENOME_BUILDS,
  type KnownVariant,
  PURPOSES,
  REPORT_NAMES,
  VARIANT_CLASSES,
  VARIANT_KIND_NAMES,
  ZYGOSITIES,
} from '../orders/known-variants.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import { type DescribingField, FIELDS_OF_KIND } from '../orders/variant-fields.ts'
import type { SpecimenColumn } from './specimen-columns.ts'

/** A row has columns for at most so many variants: the two of a recessive condition. */
const MOST = 2

const DESCRIBING: Record<Exclude<DescribingField, 'build'>, string> = {
  gene: 'gene',
  transcript: 'transcript',
  cdna: 'DNA change (c.)',
  protein: 'protein change (p.)',
  genomic: 'genomic change (g. or m.)',
  exons: 'exons',
  chromosome: 'chromosome',
  start: 'start',
  end: 'end',
  copyNumber: 'copy number',
  iscn: 'ISCN',
  motif: 'repeated motif',
  repeats: 'number of repeats',
  heteroplasmy: 'heteroplasmy (%)',
  tissue: 'tissue measured',
}
/** A row has no files, so its report cannot be attached. */
const REPORTS = (['to-follow', 'same-laboratory', 'unavailable'] as const).map(
  (value) => [REPORT_NAMES[value], value] as const,
)

/** The keys of the variants that a row of the test has columns for. */
function variantKeys({ knownVariant }: OrderableTest): string[] {
  if (!knownVariant) return []
  const count = Math.min(knownVariant.most ?? MOST, MOST)
  return Array.from({ length: count }, (_, index) => `v${index + 1}`)
}

/** What a row begins with; a test of one kind of variant needs no cell for it. */
export function blankVariants(test: OrderableTest): Record<string, KnownVariant> {
  const { kinds = [] } = test.knownVariant ?? {}
  const kind = kinds.length === 1 ? (kinds[0] ?? '') : ''
  return Object.fromEntries(variantKeys(test).map((key) => [key, { ...blankVariant(key), kind }]))
}

/** The columns about the variants that the test looks at: only those that its kinds of variant need. */
export function variantColumns(test: OrderableTest): SpecimenColumn[] {
  const kinds = test.knownVariant?.kinds ?? []
  const fields = new Set<DescribingField>(kinds.flatMap((kind) => FIELDS_OF_KIND[kind]))
  return variantKeys(test).flatMap((key, index): SpecimenColumn[] => {
    const heading = (words: string) => `Family variant${index === 0 ? '' : ` ${index + 1}`}: ${words}`
    const [at, carrier] = [`/knownVariants/${key}`, `/knownVariants/${key}/carrier`]
    const text = (words: string, path: string) => ({ kind: 'text', heading: heading(words), path }) as const
    const date = (words: string, path: string) => ({ kind: 'date', heading: heading(words), path }) as const
    const choice = (words: string, path: string, values: readonly string[]) =>
      ({ kind: 'choice', heading: heading(words), path, values }) as const
    return [
      {
        ...choice('kind', `${at}/kind`, kinds),
        labels: Object.fromEntries(kinds.map((kind) => [VARIANT_KIND_NAMES[kind], kind])),
      },
      text('gene', `${at}/gene`),
      text('HGNC id', `${at}/hgncId`),
      ...(Object.keys(DESCRIBING) as (keyof typeof DESCRIBING)[])
        .filter((field) => field !== 'gene' && fields.has(field))
        .map((field) => text(DESCRIBING[field], `${at}/${field}`)),
      ...(fields.has('build') ? [choice('genome build', `${at}/build`, GENOME_BUILDS)] : []),
      text('variant', `${at}/asWritten`),
      choice('zygosity', `${at}/zygosity`, ZYGOSITIES),
      choice('inheritance', `${at}/inheritance`, ['Dominant', 'Recessive', 'X-linked']),
      choice('class', `${at}/variantClass`, VARIANT_CLASSES),
      date('classified on', `${at}/classifiedOn`),
      text('classified by', `${at}/classifiedBy`),
      text('first name', `${carrier}/firstName`),
      text('last name', `${carrier}/lastName`),
      date('date of birth', `${carrier}/dateOfBirth`),
      choice('relation to the patient', `${carrier}/relation`, CARRIER_RELATIONS),
      choice('side of the family', `${carrier}/side`, ['Maternal', 'Paternal']),
      text('laboratory', `${at}/laboratory`),
      text('laboratory number', `${at}/laboratoryNumber`),
      date('report date', `${at}/reportDate`),
      {
        ...choice(
          'report',
          `${at}/report`,
          REPORTS.map(([, value]) => value),
        ),
        labels: Object.fromEntries(REPORTS),
      },
      text('why no report', `${at}/reportReason`),
      choice('positive control', `${at}/positiveControl`, ['Sent', 'None']),
      choice('purpose', `${at}/purpose`, PURPOSES),
    ]
  })
}

/** An approved symbol alone says which gene it is: its HGNC id is filled in. */
export function withGeneIds(
  variants: readonly KnownVariant[],
  genes: readonly Gene[] | undefined,
): KnownVariant[] {
  return variants.map((variant) => {
    const gene = variant.hgncId === '' ? genes?.find(({ symbol }) => symbol === variant.gene) : undefined
    return gene ? { ...variant, hgncId: gene.hgncId } : variant
  })
}
