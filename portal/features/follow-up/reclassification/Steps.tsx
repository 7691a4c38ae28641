import { Badge, Button, Group } from '@mantine/core'
import { lazy, type ReactNode, useId, useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { ReclassificationView } from '#contract/reclassification.ts'
import type { RemainingStep } from '#domain/follow-up/reclassification.ts'
import { STEP_WORDS, WAY_WORDS } from '#domain/follow-up/words.ts'
import { bornInWords, listName } from '#portal/order/words.ts'
import { showDate, showInstant } from '#ui/dates.ts'
import { InlineList } from '#ui/InlineList.tsx'
import { LateDialog } from '#ui/LateDialog.tsx'
import classes from './reclassification.module.css'
import type { Recording } from './StepDialog.tsx'
import * as texts from './texts.ts'

const StepDialog = lazy(async () => ({ default: (await import('./StepDialog.tsx')).StepDialog }))

interface StepsProps {
  order: Order
  view: ReclassificationView
  /** The reader may record statements. */
  mayAct: boolean
  today: string
}

/** Who has to be told, by when, and what was stated about each. */
export function Steps({ order, view, mayAct, today }: StepsProps) {
  const [recording, setRecording] = useState<Recording | null>(null)
  const { progress, days, steps } = view
  const { orderingProvider } = order.document
  const provider = `${orderingProvider.firstName} ${orderingProvider.lastName}`.trim()
  const about = (...names: ReclassificationView['steps'][number]['step'][]) =>
    steps.filter(({ step }) => names.includes(step))
  const record = (label: string, what: string, next: Recording, isMain = false) => (
    <Button
      variant={isMain ? 'filled' : 'default'}
      onClick={() => setRecording(next)}
      aria-haspopup="dialog"
      aria-label={what}
    >
      {label}
    </Button>
  )
  const isOpen = (step: RemainingStep) => progress.remaining.includes(step)
  return (
    <div>
      <h3 className={classes.heading}>{texts.steps}</h3>
      <p className={classes.hint}>{texts.stepsHint}</p>
      <ol className={classes.steps}>
        <Step
          title={texts.orderer}
          isDone={!isOpen('orderer')}
          due={days.ordererDue}
          today={today}
          statements={about('orderer-told')}
          actions={
            mayAct &&
            record(
              texts.record,
              texts.recordFor(texts.orderer),
              { about: 'orderer' },
              progress.remaining[0] === 'orderer',
            )
          }
        >
          {provider}
        </Step>
        <Step
          title={texts.patient}
          isDone={!isOpen('patient')}
          due={days.patientDue}
          today={today}
          statements={about('patient-told', 'patient-not-reached', 'patient-refused', 'patient-unreachable')}
          actions={
            mayAct &&
            record(
              texts.record,
              texts.recordFor(texts.patient),
              { about: 'patient' },
              progress.remaining[0] === 'patient',
            )
          }
        >
          {progress.patient === 'open' &&
            progress.tries > 0 &&
            texts.tries(progress.tries, progress.triesNeeded)}
        </Step>
        <Step
          title={texts.relatives}
          isDone={!isOpen('relatives')}
          due={days.patientDue}
          today={today}
          statements={about('no-relatives')}
          actions={
            mayAct && (
              <>
                {record(
                  texts.listRelative,
                  texts.listRelative,
                  { about: 'list' },
                  progress.remaining[0] === 'relatives',
                )}
                {!progress.areRelativesListed &&
                  record(texts.statesNone, texts.recordFor(texts.statesNone), { about: 'none' })}
              </>
            )
          }
        >
          {!progress.areRelativesListed && texts.noneYet}
          {progress.relatives.length > 0 && (
            <ul className={classes.relatives}>
              {progress.relatives.map(({ key, relation, ...state }) => (
                <li key={key}>
                  <div className={classes.relative}>
                    <span>
                      <strong>{relation}</strong>: {relativeInWords(state)}
                    </span>
                    {mayAct &&
                      record(texts.record, texts.recordFor(relation), {
                        ...{ about: 'relative' as const, relative: key, relation },
                      })}
                  </div>
                  <Statements
                    of={steps.filter(({ relative, step }) => relative === key && step !== 'letter')}
                  />
                </li>
              ))}
            </ul>
          )}
        </Step>
      </ol>
      <LateDialog onLeave={() => setRecording(null)}>
        {recording && (
          <StepDialog
            {...{ view, recording }}
            details={{
              [texts.person]: [listName(view.patient), bornInWords(view.patient)].filter(Boolean).join(', '),
              [texts.test]: [view.testName, view.about].filter(Boolean).join(', '),
              ...(recording.about === 'orderer' ? { [texts.provider]: provider } : {}),
            }}
            onClosed={() => setRecording(null)}
          />
        )}
      </LateDialog>
    </div>
  )
}

type Relative = ReclassificationView['progress']['relatives'][number]

function relativeInWords({
  isTold,
  isTested,
  hasDeclined,
}: Pick<Relative, 'isTold' | 'isTested' | 'hasDeclined'>): string {
  const { told, tested, declined, open } = texts.relativeStates
  const states = [isTold && told, isTested && tested, hasDeclined && declined].filter(Boolean)
  return states.length === 0 ? open : states.join(', ')
}

interface StepProps {
  title: string
  isDone: boolean
  due: string
  today: string
  statements: ReclassificationView['steps']
  actions: ReactNode
  children: ReactNode
}

function Step({ title, isDone, due, today, statements, actions, children }: StepProps) {
  const titleId = useId()
  const isLate = !isDone && due < today
  const day = showDate(due)
  return (
    <li className={classes.step} aria-labelledby={titleId}>
      <div className={classes.stepHead}>
        <div>
          <span id={titleId} className={classes.stepTitle}>
            {title}
          </span>{' '}
          <Badge variant="light" tt="none" color={isDone ? 'green' : isLate ? 'red' : 'gray'}>
            {isDone ? texts.done : isLate ? texts.lateSince(day) : `${texts.toDo}, ${texts.by(day)}`}
          </Badge>
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </div>
      {children && <div className={classes.facts}>{children}</div>}
      <Statements of={statements} />
    </li>
  )
}

function Statements({ of }: { of: ReclassificationView['steps'] }) {
  if (of.length === 0) return null
  return (
    <ul className={classes.statements}>
      {of.map(({ id, at, by, step, way, words, against, isEarlier }) => (
        <li key={id} data-earlier={isEarlier || undefined}>
          <InlineList
            of={[
              [STEP_WORDS[step], way && WAY_WORDS[way]].filter(Boolean).join(', '),
              texts.recordedBy(by, showInstant(at)),
              isEarlier && texts.aboutEarlier,
            ]}
          />
          {words && <div className={classes.words}>{words}</div>}
          {against && <div className={classes.words}>{texts.despite(against)}</div>}
        </li>
      ))}
    </ul>
  )
}
