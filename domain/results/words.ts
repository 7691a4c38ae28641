import type { GeneticResult } from './genetic-result.ts'
import { OUTCOMES, type Outcome, type ResultFilter, type ResultOutcome } from './outcomes.ts'
import type { Gene, ReportedVariant, Span } from './reported-variant.ts'

/** As lists, their filters and exported files name them; `other` by the laboratory's own word where there is room for it. */
export const OUTCOME_WORDS: Readonly<Record<ResultOutcome, string>> = {
  ...{ positive: 'Positive', negative: 'Negative', uncertain: 'Inconclusive', failed: 'Test failed' },
  ...{ other: 'Other result', none: 'No overall result', document: 'PDF only' },
}

export const RESULT_FILTER_WORDS: Readonly<Record<ResultFilter, string>> = {
  ...OUTCOME_WORDS,
  ...{ questioned: 'Being checked', withdrawn: 'Withdrawn' },
}

/** The results of an order's current reports, in one line of a list. */
export interface ListedResult {
  /** Each once; empty if every report was withdrawn. */
  outcomes: readonly ResultOutcome[]
  /** The laboratory's own words of the `other` ones. */
  overall: string
  /** The laboratory is checking whether a report is right. */
  isQuestioned: boolean
}

/**
 * `Positive`, `Positive, Negative` of two tests, `Withdrawn`. What an addendum or a PDF beside a result does not say is left
 * out.
 */
export function listedResultInWords({ outcomes, overall, isQuestioned }: ListedResult): string {
  if (outcomes.length === 0) return RESULT_FILTER_WORDS.withdrawn
  const told = OUTCOMES.filter((one) => outcomes.includes(one))
  const words = told.map((one) => (one === 'other' && overall) || OUTCOME_WORDS[one])
  const rest = outcomes.includes('none') ? OUTCOME_WORDS.none : OUTCOME_WORDS.document
  return [words.join(', ') || rest, isQuestioned && RESULT_FILTER_WORDS.questioned.toLowerCase()]
    .filter(Boolean)
    .join(', ')
}

/** The overall result by the laboratory's own word; null if it gives none. Never computed from the variants. */
export function outcomeOf({ overall }: Pick<GeneticResult, 'overall'>): Outcome | null {
  switch (overall) {
    case undefined:
      return null
    case 'Positive':
      return 'positive'
    case 'Negative':
      return 'negative'
    case 'Inconclusive':
      return 'uncertain'
    case 'Failure':
      return 'failed'
    default:
      return 'other'
  }
}

/** A gene's symbol, or its number in the HGNC if only that was sent. */
export function geneName({ symbol, hgncId }: Gene): string {
  return symbol || hgncId
}

const joined = (...parts: (string | undefined | false)[]) => parts.filter(Boolean).join(' ')

/** A variant without its gene: `NM_000059.4:c.5946del p.(Ser1982fs)`, or whatever it is known by. */
export function descriptionOf(variant: ReportedVariant): string {
  const { transcript, cdna, protein, genomic, name, iscn, cytoband, clinvar, dbsnp } = variant
  const onTranscript = cdna && transcript && !cdna.includes(':') ? `${transcript}:${cdna}` : cdna
  // The protein's reference sequence repeats what the transcript says.
  const change = joined(onTranscript, protein?.replace(/^NP_\d+\.\d+:/, ''))
  if (change !== '') return change
  const place = coordinates(variant)
  const repeats = variant.repeats
    .map(({ motif, times }) => joined(motif, times !== null && `×${times}`))
    .join(', ')
  return name || genomic || iscn || repeats || place || cytoband || clinvar || dbsnp || variant.change || ''
}

/** `NC_000010.10:96448129 A>G`; '' without coordinates. */
function coordinates(variant: ReportedVariant): string {
  const { reference, chromosome, exact, inner, outer, referenceAllele, alternateAllele, copyNumber } = variant
  const where = exact ?? inner ?? outer
  const sequence = reference ?? (chromosome && `chr${chromosome}`)
  if (!where || !sequence) return ''
  const alleles = alternateAllele !== undefined && `${referenceAllele ?? ''}>${alternateAllele}`
  return joined(`${sequence}:${spanInWords(where)}`, alleles, copyNumber !== undefined && `×${copyNumber}`)
}

export function spanInWords({ from, to }: Span): string {
  return to === null || to === from ? String(from ?? '') : `${from ?? ''}–${to}`
}

/** The classes that the laboratory gives it, each once. */
export function classesOf({ significances }: ReportedVariant): string[] {
  return [...new Set(significances.flatMap(({ variantClass }) => variantClass ?? []))]
}

/** A variant with its gene: `BRCA2 NM_000059.4:c.5946del p.(Ser1982fs)`. */
export function variantName(variant: ReportedVariant): string {
  const [gene, description] = [variant.genes.map(geneName).join(', '), descriptionOf(variant)]
  // Star alleles are named after their gene.
  return description.startsWith(gene) ? description : joined(gene, description)
}

/** A variant in one line: `BRCA2 NM_000059.4:c.5946del p.(Ser1982fs), Heterozygous, Pathogenic`. */
export function variantInWords(variant: ReportedVariant): string {
  const { call, allelicState } = variant
  const found = call === undefined || call === 'Present' ? [] : [call]
  return [variantName(variant), ...found, allelicState, ...classesOf(variant)].filter(Boolean).join(', ')
}
