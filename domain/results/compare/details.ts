import type { GeneticResult } from '../genetic-result.ts'
import type { Condition, ReportedVariant } from '../reported-variant.ts'
import { descriptionOf, geneName, spanInWords, variantName } from '../words.ts'

/** What a variant's details are about. */
export const VARIANT_DETAILS = [
  ...(['name', 'gene', 'call', 'zygosity', 'share', 'copies', 'repeats', 'origin', 'phase'] as const),
  ...([
    'condition',
    'inheritance',
    'scheme',
    'classified',
    'evidence',
    'interpretation',
    'position',
    'effect',
    'category',
  ] as const),
  ...(['method', 'reads', 'confidence', 'identifiers', 'parts', 'remarks'] as const),
] as const
export type VariantDetail = (typeof VARIANT_DETAILS)[number]

/** What the details of a whole result are about. */
export const RESULT_DETAILS = [
  ...(['deletions', 'conclusion', 'phase', 'drugs', 'markers', 'recommendations'] as const),
  ...(['reason', 'diseases', 'genes', 'regions', 'methods', 'limits', 'others'] as const),
] as const
export type ResultDetail = (typeof RESULT_DETAILS)[number]

/** A detail before and after, in words; empty if it was or is not given. */
export interface DetailChange<Detail> {
  detail: Detail
  before: readonly string[]
  after: readonly string[]
}

type Words = readonly (string | undefined)[]

const line = (...words: readonly (string | number | undefined)[]) =>
  words.filter((word) => word !== undefined && word !== '').join(' ')
const named = (conditions: readonly Condition[]) => conditions.map(({ name, code }) => name || code)
const labelled = (label: string, value: string | number | undefined) =>
  value === undefined ? undefined : `${label} ${value}`

/** Each detail of a variant in words. Together they read every field but the key and the class. */
const OF_VARIANT: Readonly<
  Record<VariantDetail, (variant: ReportedVariant, nameOf: (key: string) => string) => Words>
> = {
  name: (variant) => [
    descriptionOf(variant),
    variant.name,
    variant.transcript,
    variant.cdna,
    variant.protein,
  ],
  gene: ({ genes }) => genes.map((gene) => line(geneName(gene), gene.symbol && gene.hgncId)),
  call: ({ call }) => [call],
  zygosity: ({ allelicState }) => [allelicState],
  share: ({ fraction, tissue }) => [
    line(fraction === undefined ? '' : `${Number((fraction * 100).toFixed(4))} %`, tissue && `in ${tissue}`),
  ],
  copies: ({ copyNumber, length }) => [copyNumber?.toString(), labelled('length', length)],
  repeats: ({ repeats }) => repeats.map(({ motif, times }) => line(motif, times === null ? '' : `×${times}`)),
  origin: ({ source, inheritance, inheritanceBasis }) => [source, inheritance, inheritanceBasis],
  phase: ({ phase }) => [phase],
  condition: ({ significances }) => significances.flatMap(({ conditions }) => named(conditions)),
  inheritance: ({ significances }) => significances.map(({ conditionInheritance }) => conditionInheritance),
  scheme: ({ significances }) => significances.map(({ scheme }) => scheme),
  classified: ({ significances }) => significances.map(({ classifiedOn }) => classifiedOn),
  evidence: ({ significances }) => significances.map(({ evidence }) => evidence),
  interpretation: ({ significances }) => significances.map(({ text }) => text),
  position: (one) => [
    one.genomic,
    one.iscn,
    line(one.build, one.reference, one.chromosome, one.cytoband),
    ...(['exact', 'inner', 'outer'] as const).map((kind) => {
      const span = one[kind]
      return span && line(kind, spanInWords(span))
    }),
    one.counting,
    one.referenceAllele === undefined && one.alternateAllele === undefined
      ? undefined
      : `${one.referenceAllele ?? ''}>${one.alternateAllele ?? ''}`,
  ],
  effect: ({ consequences, change, proteinChange }) => [
    ...consequences.map((one) => line(one.transcript, one.cdna, one.protein, ...one.effects)),
    change,
    proteinChange,
  ],
  category: ({ category }) => [category],
  method: ({ method }) => [method],
  reads: ({ depth }) => [depth?.toString()],
  confidence: ({ confidence }) => [confidence],
  identifiers: ({ clinvar, dbsnp }) => [clinvar, dbsnp],
  parts: ({ of }, nameOf) => of.map(nameOf),
  remarks: ({ notes }) => notes,
}

const OF_RESULT: Readonly<
  Record<ResultDetail, (result: GeneticResult, nameOf: (key: string) => string) => Words>
> = {
  deletions: ({ deletionsAndDuplications }) => [deletionsAndDuplications],
  conclusion: ({ conclusion }) => [conclusion],
  phase: ({ phases }, nameOf) =>
    phases.map(({ variants, relation }) => `${relation}: ${variants.map(nameOf).toSorted().join('; ')}`),
  drugs: ({ drugResponses }, nameOf) =>
    drugResponses.map(({ drugs, therapies, conditions, response, evidence, text, of }) =>
      [
        [...named(drugs), ...named(therapies), ...named(conditions)].join(', '),
        ...[response, evidence, text, of.map(nameOf).toSorted().join('; ')],
      ]
        .filter(Boolean)
        .join('. '),
    ),
  markers: ({ markers }) => markers.map(({ name, code, value }) => line(name || code, value)),
  recommendations: ({ recommendations }, nameOf) =>
    recommendations.map(({ of, action, text }) =>
      [action, text, of.map(nameOf).toSorted().join('; ')].filter(Boolean).join('. '),
    ),
  methods: ({ methods }) => methods,
  limits: ({ limits }) => limits,
  reason: ({ study }) => study.reasons,
  diseases: ({ study }) => named(study.diseases),
  genes: ({ study }) => study.genes.map(geneName),
  regions: ({ study }) => study.regions,
  others: ({ others }) =>
    others.flatMap(({ answers, notes }) => [
      ...answers.map(({ question, text, codes, amount }) =>
        line(question.name || question.code, text, ...codes.map(({ code }) => code), amount?.unit),
      ),
      ...notes,
    ]),
}

const distinct = (words: Words) => [...new Set(words.flatMap((word) => (word ? [word] : [])))].toSorted()

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((one, index) => one === others[index])

function changes<Detail extends string>(
  details: readonly Detail[],
  read: (detail: Detail, side: 'before' | 'after') => Words,
): DetailChange<Detail>[] {
  return details.flatMap((detail) => {
    const [before, after] = [distinct(read(detail, 'before')), distinct(read(detail, 'after'))]
    return isSame(before, after) ? [] : [{ detail, before, after }]
  })
}

/** A variant's name by its key in the results. */
export function namesByKey(results: readonly GeneticResult[]): (key: string) => string {
  const names = new Map(results.flatMap(({ variants }) => variants.map((one) => [one.key, variantName(one)])))
  return (key) => names.get(key) || key
}

/** One side of a comparison: a variant's listings, and how its result names other variants. */
export interface Side<Listed> {
  listed: readonly Listed[]
  nameOf: (key: string) => string
}

/** What differs between two versions of one variant besides its class. */
export function variantDetailChanges(
  before: Side<ReportedVariant>,
  after: Side<ReportedVariant>,
): DetailChange<VariantDetail>[] {
  const sides = { before, after }
  return changes(VARIANT_DETAILS, (detail, side) =>
    sides[side].listed.flatMap((one) => OF_VARIANT[detail](one, sides[side].nameOf)),
  )
}

/** What differs between two results besides the overall answer and the variants. */
export function resultDetailChanges(
  before: Side<GeneticResult>,
  after: Side<GeneticResult>,
): DetailChange<ResultDetail>[] {
  const sides = { before, after }
  return changes(RESULT_DETAILS, (detail, side) =>
    sides[side].listed.flatMap((one) => OF_RESULT[detail](one, sides[side].nameOf)),
  )
}
