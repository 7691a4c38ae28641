import { lazy, Suspense } from 'react'
import type { ReportValue } from '#domain/reports/report-update.ts'
import type { GeneticResult } from '#domain/results/genetic-result.ts'
import { LoadingIndicator } from './LoadingIndicator.tsx'
import classes from './report-content.module.css'

// Most reports have none.
const GeneticResultView = lazy(() =>
  import('./genetics/GeneticResultView.tsx').then((module) => ({ default: module.GeneticResultView })),
)

type Part =
  | { kind: 'lines'; label: string; lines: readonly string[] }
  | { kind: 'values'; label: string; values: readonly ReportValue[] }
  | { kind: 'genetics'; label: string; result: GeneticResult }

/** A report's content other than documents: a genetic result, text line by line, or discrete results as a table. */
export function ReportContent({ part }: { part: Part }) {
  return (
    <section className={classes.part}>
      {part.label && <h3 className={classes.label}>{part.label}</h3>}
      {part.kind === 'genetics' ? (
        <Suspense fallback={<LoadingIndicator />}>
          <GeneticResultView result={part.result} />
        </Suspense>
      ) : part.kind === 'lines' ? (
        <div className={classes.lines}>{part.lines.join('\n')}</div>
      ) : (
        <table className={classes.values} aria-label={part.label || 'Results'}>
          <thead>
            <tr>
              <th scope="col">Test</th>
              <th scope="col">Result</th>
              <th scope="col">Reference range</th>
              <th scope="col">Flag</th>
            </tr>
          </thead>
          <tbody>
            {part.values.map((value, index) => (
              <tr key={index}>
                <th scope="row" data-label="Test">
                  {value.name || value.code}
                </th>
                <td data-label="Result">
                  {value.value}
                  {value.unit && ` ${value.unit}`}
                </td>
                <td data-label="Reference range">{value.range}</td>
                <td data-label="Flag">{value.flag}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
