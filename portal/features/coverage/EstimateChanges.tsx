import { Alert } from '@mantine/core'
import type { PriceView } from '#contract/coverage.ts'
import { showDay } from '#ui/dates.ts'
import classes from './coverage.module.css'
import * as texts from './texts.ts'

/** What is another than when the estimate was kept last. */
export function EstimateChanges({ changed }: { changed: PriceView['changed'] }) {
  if (!changed) return null
  return (
    <Alert color="yellow" title={texts.changedSince(showDay(changed.since))}>
      <ul className={classes.plain}>
        {changed.words.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Alert>
  )
}
