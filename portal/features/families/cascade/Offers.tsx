import type { CascadeFinding } from '#contract/family-cascade.ts'
import { showDay } from '#ui/dates.ts'
import classes from './cascade.module.css'
import * as texts from './texts.ts'

/** The laboratory's tests for a variant, and until when they are free. */
export function Offers({ offers }: { offers: CascadeFinding['offers'] }) {
  if (offers.length === 0) return null
  return (
    <ul className={classes.windows} aria-label={texts.ending}>
      {offers.map(({ testCode, testName, window }) => (
        <li key={testCode} className={window && window.daysLeft < 0 ? classes.over : undefined}>
          {window === null
            ? texts.atPrice(testName)
            : [
                texts.windowLeft(testName, window.daysLeft, showDay(window.endsOn)),
                window.who === 'first degree' ? texts.firstDegree : '',
                window.placesLeft === null ? '' : texts.places(window.placesLeft),
                window.until === 'received' ? texts.received : '',
              ]
                .filter((part) => part !== '')
                .join(', ')}
        </li>
      ))}
    </ul>
  )
}
