import { CLASSES } from './choices.ts'
import { sectionOf } from './declinable-findings.ts'
import { BETWEEN_ANSWERS, type GeneticResult } from './genetic-result.ts'
import type { ResultOutcome } from './outcomes.ts'
import { isFound, type ReportedVariant } from './reported-variant.ts'
import type { Section } from './sections.ts'
import { spellingsOf } from './spellings.ts'
import { classesOf, descriptionOf, outcomeOf } from './words.ts'

/** A variant that a report lists as found, as it is searched and listed. */
export interface VariantSummary {
  /** Unique within the report. */
  key: string
  /** The first gene: `HGNC:1101`, `BRCA2`; '' if not given. */
  hgncId: string
  gene: string
  /** Without the gene: `NM_000059.4:c.5946del p.(Ser1982fs)`. */
  description: string
  /** Each class that the laboratory gives it, the strongest first. */
  classes: readonly string[]
  zygosity: string
  section: Section
  /** What it is found by, normalized: see `spellingsOf`, and its genes as `geneTerms` has them. */
  terms: readonly string[]
}

export interface ResultSummary {
  outcome: Exclude<ResultOutcome, 'document'>
  /** The laboratory's own word; '' if it gives none. */
  overall: string
  /** The strongest class of its variants; '' if none has one. Not the overall result. */
  highestClass: string
  variants: readonly VariantSummary[]
}

/** One summary of a report's genetic results; if they have different overall results, it is none of them. */
export function summaryOf(results: readonly GeneticResult[]): ResultSummary {
  const answers = new Set(results.flatMap(({ overall }) => overall ?? []))
  const overall = answers.size === 0 ? undefined : [...answers].join(BETWEEN_ANSWERS)
  const variants = results.flatMap((one) => one.variants.filter(isFound).map(variantSummary))
  return {
    outcome: outcomeOf(overall === undefined ? {} : { overall }) ?? 'none',
    overall: overall ?? '',
    highestClass: strongestFirst(variants.flatMap(({ classes }) => classes))[0] ?? '',
    variants,
  }
}

function variantSummary(variant: ReportedVariant): VariantSummary {
  const [gene = { hgncId: '', symbol: '' }] = variant.genes
  return {
    key: variant.key,
    hgncId: gene.hgncId,
    gene: gene.symbol,
    description: descriptionOf(variant),
    classes: strongestFirst(classesOf(variant)),
    zygosity: variant.allelicState ?? '',
    section: sectionOf(variant),
    terms: [...new Set([...variant.genes.flatMap(geneTerms), ...spellingsOf(variant)])],
  }
}

/** An index entry is limited, and no symbol is as long. */
const LONGEST_GENE = 100

/** What a gene is found by: its HGNC id, and the symbol that the laboratory wrote. */
export function geneTerms({ hgncId, symbol }: { hgncId: string; symbol: string }): string[] {
  return [hgncId, symbol]
    .filter((one) => one !== '')
    .map((one) => `gene ${one.toLowerCase()}`.slice(0, LONGEST_GENE))
}

/** Those of the five-class scale in its order, then a laboratory's own words as given. */
function strongestFirst(classes: readonly string[]): string[] {
  const rank = (one: string) => {
    const at = CLASSES.findIndex(([word]) => word === one)
    return at === -1 ? CLASSES.length : at
  }
  return [...new Set(classes)].sort((a, b) => rank(a) - rank(b))
}
