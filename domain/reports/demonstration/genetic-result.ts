import type { GeneticResult, Recommendation } from '../../results/genetic-result.ts'
import { isFound } from '../../results/reported-variant.ts'
import type { DemonstrationReport, ReportedResult } from './report.ts'

const OVERALL = {
  ...{ positive: 'Positive', negative: 'Negative', uncertain: 'Inconclusive', failed: 'Failure' },
} as const

/**
 * A demonstration report as data. It is made of the report's content before layout, so that the PDF and the data
 * can't disagree: the conclusion is the PDF's headline of each test, a variant's text its interpretation, and the
 * recommendations, methods and limitations are the PDF's own.
 */
export function geneticResult({
  overall,
  results,
  genes,
  methods,
  limitations,
}: DemonstrationReport): GeneticResult {
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
    recommendations: results.flatMap(recommendationsIn),
    ...{ methods, limits: limitations },
    others: [],
  }
}

const headlineOf = ({ title, headline }: ReportedResult, isOneOfSeveral: boolean) =>
  isOneOfSeveral ? `${title}: ${headline}` : headline

/** Made because of what was found; a finding of another kind has no recommendation of its own. */
function recommendationsIn({ found: { variants }, recommendations }: ReportedResult): Recommendation[] {
  const of = variants.filter((one) => one.section === undefined && isFound(one)).map(({ key }) => key)
  return recommendations.map((text) => ({ of, text }))
}
