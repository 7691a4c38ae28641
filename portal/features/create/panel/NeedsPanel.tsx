import { Text, UnstyledButton } from '@mantine/core'
import { memo, useDeferredValue } from 'react'
import { money } from '#domain/coverage/money.ts'
import { blocks } from '#domain/orders/points.ts'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { byUrgency, type FormPoint } from '../draft/points.ts'
import { focusField } from '../focus-field.ts'
import { pointsInWords, workingDays } from '../labels.ts'
import { useSavedOrder } from '../use-order.ts'
import { PointMark } from './PointMark.tsx'
import { PointPlace } from './PointPlace.tsx'
import classes from './panel.module.css'
import { WarningActions } from './Warning.tsx'

/** Everything that stands against submitting, errors before warnings, each line leading to its field. */
export function NeedsList({ onJump }: { onJump?: () => void }) {
  const points = useDeferredValue(usePoints())
  const vob = useFormState((state) => state.document.isVOB)
  if (points.length === 0)
    return (
      <Text size="sm">
        {vob
          ? 'Nothing. Read the review once more, then ask for the verification.'
          : 'Nothing. Read the review once more, then submit the order.'}
      </Text>
    )
  return (
    <ul className={classes.needs}>
      {byUrgency(points).map((point) => (
        <Need key={`${point.path} ${point.rule} ${point.key}`} point={point} onJump={onJump} />
      ))}
    </ul>
  )
}

const Need = memo(function Need({ point, onJump }: { point: FormPoint; onJump: (() => void) | undefined }) {
  return (
    <li className={classes.need}>
      <PointMark point={point} />
      <div className={classes.what}>
        <UnstyledButton
          className={classes.jump}
          onClick={() => {
            onJump?.()
            // A drawer in between closes first, and gives the focus back before it is put into the field.
            setTimeout(() => focusField(point.path, point.section))
          }}
        >
          <span className={classes.message}>{point.message}</span>
        </UnstyledButton>
        <span className={classes.where}>
          {point.severity === 'error' ? 'To fix' : point.reason === '' ? 'To look at' : 'Looked at'} ·{' '}
          <PointPlace point={point} />
        </span>
        {point.severity === 'warning' && <WarningActions point={point} />}
      </div>
    </li>
  )
})

export function NeedsHead() {
  const points = useDeferredValue(usePoints())
  const vob = useFormState((state) => state.document.isVOB)
  const ready = points.every((point) => !blocks(point))
  const sentBack = useSavedOrder()?.sentBack ?? null
  return (
    <>
      <h2 className={classes.title}>What this {vob ? 'verification' : 'order'} still needs</h2>
      {sentBack && (
        <Text size="sm" fw={500}>
          Sent back by {sentBack.by}: see the reason first
        </Text>
      )}
      <Text size="sm" c="dimmed" mb="xs">
        {ready ? (vob ? 'It can be asked for' : 'It can be submitted') : pointsInWords(points)}
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
        <dd>{money(price)}</dd>
      </div>
    </dl>
  )
}
