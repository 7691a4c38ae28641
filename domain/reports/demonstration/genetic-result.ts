import type { GeneticResult } from '../../results/genetic-result.ts'
import type { DemonstrationReport, ReportedResult } from './report.ts'

const OVERALL = {
  ...{ positive: 'Positive', negative: 'Negative', uncertain: 'Inconclusive', failed: 'Failure' },
} as const

/**
 * A demonstration report as data. It is made of the report's content before layout, so that the PDF and the data
 * can't disagree: the conclusion is the PDF's headline of each test, a variant's text its interpretation.
 */
export function geneticResult({ overall, results, genes }: DemonstrationReport): GeneticResult {
  const found = results.map((result) => result.found)
  return {
    overall: OVERALL[overall],
    conclusion: results.map((result) => headlineOf(result, results.length > 1)).join('\n'),
    variants: found.flatMap(({ variants }) => variants),
    phases: found.flatMap(({ phases }) => phases),
    drugResponses: found.flatMap(({ drugResponses }) => drugResponses),
    markers: found.flatMap(({ markers }) => markers),
    study: {
      ...{ reasons: [], diseases: [], genes: [] },
      regions: genes.map(({ title, genes: analyzed }) => `Genes analyzed: ${title}, ${analyzed.length}`),
    },
    recommendations: [],
    methods: [],
    limits: [],
    others: [],
  }
}

const headlineOf = ({ title, headline }: ReportedResult, isOneOfSeveral: boolean) =>
  isOneOfSeveral ? `${title}: ${headline}` : headline
