import type { CostEstimate } from '#contract/coverage.ts'
import { money } from '#domain/coverage/money.ts'
import classes from './coverage.module.css'
import * as texts from './texts.ts'

type Step = CostEstimate['steps'][number]

const NOTES: readonly Step['kind'][] = ['total', 'contradictory', 'dearest-first']

/** How an amount came about, line by line; the lines together are the amount. */
export function Steps({ estimate }: { estimate: CostEstimate }) {
  const { result, steps, stepsOfLow } = estimate
  if (steps.length === 0) return null
  if (result.kind === 'amount') return <Lines steps={steps} label={texts.total} cents={result.cents} />
  if (result.kind === 'range')
    return (
      <>
        <h4 className={classes.part}>{texts.atLeast}</h4>
        <Lines steps={stepsOfLow} label={texts.atLeast} cents={result.low} />
        <h4 className={classes.part}>{texts.atMost}</h4>
        <Lines steps={steps} label={texts.atMost} cents={result.high} />
      </>
    )
  return <Lines steps={steps} label="" cents={null} />
}

function Lines({ steps, label, cents }: { steps: readonly Step[]; label: string; cents: number | null }) {
  return (
    <dl className={classes.sums}>
      {steps.map((step, index) => (
        <div key={index}>
          <dt>{step.words}</dt>
          <dd>{NOTES.includes(step.kind) ? '' : money(step.cents)}</dd>
        </div>
      ))}
      {cents !== null && (
        <div data-total>
          <dt>{label}</dt>
          <dd>{money(cents)}</dd>
        </div>
      )}
    </dl>
  )
}
