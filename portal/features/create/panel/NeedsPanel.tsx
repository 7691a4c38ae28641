import { Text, UnstyledButton } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { memo, useDeferredValue, useMemo, useRef, useState } from 'react'
import { money } from '#domain/coverage/money.ts'
import { isBlocking, type OrderSection } from '#domain/orders/points.ts'
import { longestTimeInWords } from '#domain/turnaround/words.ts'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { keyOfNeed, type Need, needsOf, stabilizeNeeds } from '../draft/needs.ts'
import { areTestsLoading, type FormPoint } from '../draft/points.ts'
import { focusField, goToSection } from '../focus-field.ts'
import { needsInWords, SECTION_NAMES } from '../section-words.ts'
import { useSavedOrder } from '../use-order.ts'
import { PointLocation } from './PointLocation.tsx'
import { PointMark } from './PointMark.tsx'
import classes from './panel.module.css'
import * as texts from './texts.ts'
import { WarningActions } from './Warning.tsx'

/**
 * Everything that stands against submitting, errors before warnings, each line leading to its field; of a section that
 * nobody has left yet, how much is to be filled in.
 */
export function NeedsList({ onJump }: { onJump?: () => void }) {
  const points = useDeferredValue(usePoints())
  const left = useDeferredValue(useFormState((state) => state.left))
  const vob = useFormState((state) => state.document.isVOB)
  const areLoading = useFormState(areTestsLoading)
  const now = useMemo(() => needsOf(points, left), [points, left])
  const [frozenNeeds, setFrozenNeeds] = useState<readonly Need[] | null>(null)
  const needs = frozenNeeds === null ? now : stabilizeNeeds(frozenNeeds, now)
  const inside = useRef({ pointer: false, focus: false })
  /** Held as long as the pointer or the focus is in the list: the one may leave before the other. */
  const setInside = (who: 'pointer' | 'focus', isIn: boolean) => {
    inside.current[who] = isIn
    const { pointer, focus } = inside.current
    setFrozenNeeds((before) => (pointer || focus ? (before ?? now) : null))
  }
  if (needs.length === 0)
    return areLoading ? null : <Text size="sm">{vob ? texts.verificationComplete : texts.orderComplete}</Text>
  return (
    <ul
      className={classes.needs}
      onPointerEnter={() => setInside('pointer', true)}
      onPointerLeave={() => setInside('pointer', false)}
      onFocus={() => setInside('focus', true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setInside('focus', false)
      }}
    >
      {needs.map((need) =>
        need.kind === 'to-come' ? (
          <ToCome key={keyOfNeed(need)} section={need.section} count={need.count} onJump={onJump} />
        ) : (
          <PointLine key={keyOfNeed(need)} point={need.point} isGone={need.isGone} onJump={onJump} />
        ),
      )}
    </ul>
  )
}

interface ToComeProps {
  section: OrderSection
  count: number
  onJump: (() => void) | undefined
}

/** A section to fill in: no mistake of anybody yet. */
function ToCome({ section, count, onJump }: ToComeProps) {
  return (
    <li className={classes.need} data-gone={count === 0 || undefined}>
      {count === 0 ? (
        <IconCircleCheck size={16} className={classes.toCome} aria-hidden />
      ) : (
        <IconCircleDashed size={16} className={classes.toCome} aria-hidden />
      )}
      <div className={classes.what}>
        <UnstyledButton
          className={classes.jump}
          onClick={() => {
            onJump?.()
            setTimeout(() => goToSection(section))
          }}
        >
          <span className={classes.message}>{SECTION_NAMES[section]}</span>
        </UnstyledButton>
        <span className={classes.where}>{count === 0 ? texts.done : texts.toComplete(count)}</span>
      </div>
    </li>
  )
}

interface PointLineProps {
  point: FormPoint
  isGone: boolean
  onJump: (() => void) | undefined
}

const PointLine = memo(function PointLine({ point, isGone, onJump }: PointLineProps) {
  return (
    <li className={classes.need} data-gone={isGone || undefined}>
      {isGone ? (
        <IconCircleCheck size={16} className={classes.toCome} aria-hidden />
      ) : (
        <PointMark point={point} />
      )}
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
          {isGone
            ? texts.done
            : point.severity === 'error'
              ? texts.required
              : point.reason === ''
                ? texts.warning
                : texts.acknowledged}{' '}
          · <PointLocation point={point} />
        </span>
        {point.severity === 'warning' && !isGone && <WarningActions point={point} />}
      </div>
    </li>
  )
})

export function NeedsHead() {
  const points = useDeferredValue(usePoints())
  const vob = useFormState((state) => state.document.isVOB)
  const left = useDeferredValue(useFormState((state) => state.left))
  const areLoading = useFormState(areTestsLoading)
  const ready = points.every((point) => !isBlocking(point))
  const sentBack = useSavedOrder()?.sentBack ?? null
  return (
    <>
      <h2 className={classes.title}>{vob ? texts.beforeYouRequest : texts.beforeYouSubmit}</h2>
      {sentBack && (
        <Text size="sm" fw={500}>
          {texts.returnedBy(sentBack.by)}
        </Text>
      )}
      <Text size="sm" c="dimmed" mb="xs">
        {!ready
          ? needsInWords(points, left)
          : areLoading
            ? texts.loadingTests
            : vob
              ? texts.readyToRequest
              : texts.readyToSubmit}
      </Text>
    </>
  )
}

/** When the report can be expected, and what the tests cost by the list. */
export function TurnaroundAndPrice() {
  const tests = useFormState((state) => state.tests)
  if (tests.length === 0) return null
  const price = tests.reduce((sum, test) => sum + test.listPriceCents, 0)
  return (
    <dl className={classes.facts}>
      <div>
        <dt>
          {texts.turnaroundTime}
          <small>{texts.fromLastSpecimen}</small>
        </dt>
        <dd>{longestTimeInWords(tests)}</dd>
      </div>
      <div>
        <dt>
          {texts.listPrice}
          {tests.length > 1 && <small>{texts.totalForTests(tests.length)}</small>}
        </dt>
        <dd>{money(price)}</dd>
      </div>
    </dl>
  )
}
