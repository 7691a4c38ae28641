import type { ReportPart } from '../reports/report-update.ts'
import { BETWEEN_ANSWERS } from '../results/genetic-result.ts'
import type { Outcome } from '../results/outcomes.ts'
import { readResult } from '../results/read-result.ts'
import type { ReportedVariant } from '../results/reported-variant.ts'
import { descriptionOf, geneName, outcomeOf } from '../results/words.ts'
import { table } from '../table.ts'
import type { FollowUpResult } from './follow-up.ts'

/** The laboratory's own words for a result (`other`) are not interpreted. */
const OF_OUTCOME = table<FollowUpResult>({
  positive: 'positive',
  uncertain: 'uncertain',
  negative: 'negative',
  failed: 'failed',
} satisfies Partial<Record<Outcome, FollowUpResult>>)

/** From most to least urgent. */
const URGENCY: readonly FollowUpResult[] = ['positive', 'uncertain', 'failed', 'not-stated', 'negative']

type Parts = readonly ReportPart<unknown>[]
const resultsIn = (parts: Parts) =>
  parts.flatMap((part) => (part.kind === 'genetics' ? [readResult(part.findings)] : []))

/** The most urgent result that the parts of a report give: the laboratory's overall interpretation of each. */
export function reportResult(parts: Parts): FollowUpResult {
  const answers = resultsIn(parts).flatMap(({ overall }) => overall?.split(BETWEEN_ANSWERS) ?? [])
  const results = answers.flatMap((overall) => {
    const outcome = outcomeOf({ overall })
    return outcome === null ? [] : [OF_OUTCOME[outcome] ?? 'not-stated']
  })
  return URGENCY.find((result) => results.includes(result)) ?? 'not-stated'
}

/** A variant with its classes, in one line: two versions of a report are compared by these. */
function classLine(variant: ReportedVariant): string {
  const classes = variant.significances.map(({ variantClass = '' }) => variantClass).sort()
  return [...variant.genes.map(geneName), descriptionOf(variant), variant.call, ...classes].join(' ')
}

/** What a report says of variants and their classes, in an order of its own; empty without such data. */
export function classLines(parts: Parts): string[] {
  return resultsIn(parts)
    .flatMap(({ variants }) => variants.map(classLine))
    .sort()
}
