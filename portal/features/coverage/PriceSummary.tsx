import type { PriceView } from '#contract/coverage.ts'
import { CheckState } from './CheckState.tsx'
import classes from './coverage.module.css'
import * as texts from './texts.ts'
import { flagsOf, headline, selfPayInWords } from './words.ts'

/** What the patient pays, what stands beside it, and where the question to the payer stands. */
export function PriceSummary({ view, large = false }: { view: PriceView; large?: boolean }) {
  const { amount, words } = headline(view)
  const flags = flagsOf(view)
  const selfPay = view.estimate && selfPayInWords(view.estimate)
  return (
    <div className={classes.summary}>
      <div>
        {amount && (
          <div className={classes.amount} data-large={large || undefined}>
            {amount}
          </div>
        )}
        <div className={amount ? classes.small : undefined}>{words}</div>
      </div>
      {flags.length > 0 && (
        <ul className={classes.flags} aria-label={texts.stillNeeded}>
          {flags.map((flag) => (
            <li key={flag}>{flag}</li>
          ))}
        </ul>
      )}
      {view.billingType === 'Insurance' && view.check && <CheckState check={view.check} />}
      {selfPay && <div className={classes.small}>{selfPay}</div>}
    </div>
  )
}
