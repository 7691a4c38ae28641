import { IconAlertTriangle, IconCircleCheck, IconClock, IconHelpCircle } from '@tabler/icons-react'
import type { EligibilityCheck } from '#contract/coverage.ts'
import classes from './coverage.module.css'
import { type CheckTone, checkLine } from './words.ts'

const ICONS = {
  good: IconCircleCheck,
  waiting: IconClock,
  bad: IconAlertTriangle,
  unsure: IconHelpCircle,
} as const satisfies Record<CheckTone, unknown>

/** Where the question to the payer stands, and what is to be done where it refused to answer. */
export function CheckState({ check }: { check: EligibilityCheck }) {
  const { tone, title, details } = checkLine(check)
  const Icon = ICONS[tone]
  return (
    <div className={classes.check}>
      <Icon size={18} className={classes.mark} data-tone={tone} aria-hidden />
      <div className={classes.grow}>
        <div className={classes.strong}>{title}</div>
        {details && <div className={classes.small}>{details}</div>}
        {check.refusals.map(({ words, whatToDo }) => (
          <div key={words} className={classes.refusal}>
            {words}
            <div className={classes.small}>{whatToDo}</div>
          </div>
        ))}
      </div>
    </div>
  )
}
