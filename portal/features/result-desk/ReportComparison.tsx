import type { WaitingResultView } from '#contract/result-desk.ts'
import { compareResults } from '#domain/results/compare/compare-results.ts'
import { ComparisonView } from '#ui/genetics/ComparisonView.tsx'
import classes from './result-desk.module.css'
import * as texts from './texts.ts'

type Parts = WaitingResultView['parts']

interface ReportComparisonProps {
  /** Of the report that the clinic reads now, and of the result that waits. */
  before: Parts
  after: Parts
}

const resultsIn = (parts: Parts) => parts.flatMap((part) => (part.kind === 'genetics' ? [part.result] : []))

/** What the waiting result would change in a report, if both came as data. */
export function ReportComparison({ before, after }: ReportComparisonProps) {
  const [older, newer] = [resultsIn(before), resultsIn(after)]
  if (older.length === 0 || newer.length === 0) return null
  return (
    <section className={classes.facts} aria-label={texts.whatWouldChange}>
      <h3 className={classes.subtitle}>{texts.whatWouldChange}</h3>
      <ComparisonView comparison={compareResults(older, newer)} />
    </section>
  )
}
