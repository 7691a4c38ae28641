import { Text, UnstyledButton } from '@mantine/core'
import { useDeferredValue } from 'react'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { focusField } from '../focus-field.ts'
import { dollars, SECTION_NAMES, workingDays } from '../labels.ts'
import classes from './panel.module.css'

/** Everything the order still needs, each line leading to its field. */
export function NeedsList({ onJump }: { onJump?: () => void }) {
  const points = useDeferredValue(usePoints())
  if (points.length === 0)
    return <Text size="sm">Nothing. Read the review once more, then submit the order.</Text>
  return (
    <ul className={classes.needs}>
      {points.map((point) => (
        <li key={`${point.path} ${point.rule}`}>
          <UnstyledButton
            className={classes.need}
            onClick={() => {
              onJump?.()
              // A drawer in between closes first, and gives the focus back before it is put into the field.
              setTimeout(() => focusField(point.path, point.section))
            }}
          >
            <span className={classes.message}>{point.message}</span>
            <span className={classes.where}>{SECTION_NAMES[point.section]}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** 'Nothing left', '1 thing left', '4 things left'. */
export function thingsLeft(count: number): string {
  return count === 0 ? 'Nothing left' : count === 1 ? '1 thing left' : `${count} things left`
}

export function NeedsHead() {
  const count = useDeferredValue(usePoints()).length
  return (
    <>
      <h2 className={classes.title}>What this order still needs</h2>
      <Text size="sm" c="dimmed" mb="xs">
        {count === 0 ? 'It can be submitted' : `${count} before it can be submitted`}
      </Text>
    </>
  )
}

/** When the report can be expected, and what the tests cost by the list. */
export function TestFacts() {
  const tests = useFormState((state) => state.tests)
  if (tests.length === 0) return null
  const slowest = Math.max(...tests.map((test) => test.turnaroundDays))
  const price = tests.reduce((sum, test) => sum + test.listPriceCents, 0)
  return (
    <dl className={classes.facts}>
      <div>
        <dt>
          Report expected<small>after the last sample arrives</small>
        </dt>
        <dd>{workingDays(slowest)}</dd>
      </div>
      <div>
        <dt>List price{tests.length > 1 && <small>of {tests.length} tests together</small>}</dt>
        <dd>{dollars(price)}</dd>
      </div>
    </dl>
  )
}
