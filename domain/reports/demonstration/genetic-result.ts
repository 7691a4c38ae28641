import type { GeneticResult } from '../../results/genetic-result.ts'
import type { ReportedVariant } from '../../results/reported-variant.ts'
import type { Variant } from './finding.ts'
import type { DemonstrationReport, ReportedResult } from './report.ts'

const OVERALL = { positive: 'Positive', negative: 'Negative', uncertain: 'Inconclusive' } as const

/**
 * A demonstration report as data. It is made of the report's text before layout, so that the PDF and the data
 * can't disagree: the conclusion is the PDF's headline of each test, a variant's text its interpretation.
 */
export function geneticResult({ overall, results, genes }: DemonstrationReport): GeneticResult {
  return {
    overall: OVERALL[overall],
    conclusion: results.map((result) => headlineOf(result, results.length > 1)).join('\n'),
    variants: results.flatMap(({ variant, interpretation }, index) =>
      variant === null ? [] : [reportedVariant(keyOf(index), variant, interpretation)],
    ),
    ...{ phases: [], drugResponses: [], markers: [], others: [] },
    study: {
      ...{ reasons: [], diseases: [], genes: [] },
      regions: genes.map(({ title, genes: analyzed }) => `Genes analyzed: ${title}, ${analyzed.length}`),
    },
  }
}

const headlineOf = ({ title, headline }: ReportedResult, isOneOfSeveral: boolean) =>
  isOneOfSeveral ? `${title}: ${headline}` : headline

/** `2a` for the first test's variant, as in the examples of LOINC's panel. */
const keyOf = (index: number) => `2${(index + 10).toString(36)}`

function reportedVariant(key: string, variant: Variant, interpretation: readonly string[]): ReportedVariant {
  const { gene, coding, protein, zygosity, classification, copies } = variant
  return {
    ...{ key, form: 'variant', of: [], call: 'Present', repeats: [], consequences: [], notes: [] },
    significances: [{ variantClass: classification, conditions: [], text: interpretation.join(' ') }],
    ...(copies
      ? {
          category: 'Structural variant',
          genes: [],
          iscn: coding,
          build: 'GRCh38',
          change: zygosity,
          ...copies,
        }
      : {
          ...{ category: 'Simple variant', genes: [{ hgncId: '', symbol: gene }], cdna: coding, protein },
          ...{ allelicState: zygosity, method: 'Sequencing' },
        }),
  }
}
