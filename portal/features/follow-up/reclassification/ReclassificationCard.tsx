import { Alert, Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useState } from 'react'
import type { FollowUpWithTrail } from '#contract/follow-up.ts'
import type { Order } from '#contract/order.ts'
import type { ReclassificationView } from '#contract/reclassification.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { isAgainstContact } from '#domain/follow-up/reclassification.ts'
import { EVENT_WORDS, STEP_WORDS } from '#domain/follow-up/words.ts'
import {
  changeInWords,
  compareHash,
  QUESTIONED_ADVICE,
  QUESTIONED_WORDS,
} from '#portal/features/reports/public.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { bornInWords, listName } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { ComparisonView } from '#ui/genetics/ComparisonView.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { LateDialog } from '#ui/LateDialog.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { FollowUpSummary, nameOf, OwnerActions } from '../FollowUpParts.tsx'
import followUpClasses from '../follow-up.module.css'
import { placeOf } from '../follow-up-hash.ts'
import { trail } from '../texts.ts'
import { useArrival } from '../use-arrival.ts'
import { RESULT_COLORS, resultInWords } from '../words.ts'
import { Letters } from './Letters.tsx'
import { reclassificationOptions } from './queries.ts'
import classes from './reclassification.module.css'
import { Steps } from './Steps.tsx'
import * as texts from './texts.ts'

const CloseDialog = lazy(async () => ({ default: (await import('./CloseDialog.tsx')).CloseDialog }))

interface ReclassificationCardProps {
  order: Order
  /** As the order's follow-ups have it: shown until the whole is there. */
  followUp: FollowUpWithTrail
}

/** A reclassification that a person sees through: what changed, who has to be told, what was stated, and letters. */
export function ReclassificationCard({ order, followUp }: ReclassificationCardProps) {
  const [isWarned, setWarned] = useState(false)
  const query = useQuery(reclassificationOptions(followUp, { isWarned }))
  const hash = placeOf(followUp)
  useArrival(hash)
  const { data } = query
  const known = data ?? followUp
  return (
    <Card
      id={hash}
      title={texts.of(nameOf(known))}
      sub={<FollowUpSummary followUp={known} />}
      action={
        <Badge variant="light" color={RESULT_COLORS[known.result]} tt="none">
          {resultInWords(known)}
        </Badge>
      }
    >
      {data ? (
        <Content order={order} view={data} onWarned={() => setWarned(true)} />
      ) : query.isError ? (
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      ) : (
        <p role="status" className={classes.hint}>
          {texts.loading}
        </p>
      )}
    </Card>
  )
}

interface ContentProps {
  order: Order
  view: ReclassificationView
  /** The reader wants to see what the laboratory is checking. */
  onWarned: () => void
}

function Content({ order, view, onWarned }: ContentProps) {
  const { user } = useSession()
  // The laboratory's Support reads.
  const mayAct = view.closed === null && !user.support
  return (
    <div className={classes.content}>
      <Changes {...{ order, view, onWarned }} />
      <Wish view={view} />
      <Steps {...{ order, view, mayAct }} today={todayAtLaboratory(new Date())} />
      <Letters {...{ view, mayAct }} />
      {mayAct && <Ending view={view} />}
      <Trail view={view} />
    </div>
  )
}

/** What changed, when, by whom and why. What the laboratory is checking is shown to readers who ask for it. */
function Changes({ order, view: { changes, isQuestioned }, onWarned }: ContentProps) {
  if (!changes && !isQuestioned)
    return (
      <Alert color="red" title={texts.withdrawnTitle}>
        {texts.withdrawnHint}
      </Alert>
    )
  const warning = isQuestioned && (
    <Alert color="red" title={QUESTIONED_WORDS} mb="xs">
      {QUESTIONED_ADVICE}
    </Alert>
  )
  if (!changes)
    return (
      <div>
        {warning}
        <Button variant="default" onClick={onWarned}>
          {texts.showAnyway}
        </Button>
      </div>
    )
  const { older, newer, comparison } = changes
  return (
    <div>
      {warning}
      <h3 className={classes.heading}>{texts.whatChanged}</h3>
      {comparison ? (
        <ComparisonView comparison={comparison} />
      ) : (
        <p className={classes.words}>{texts.asDocument}</p>
      )}
      <p className={classes.words}>{changeInWords(newer) || texts.reasonNotStated}</p>
      <div className={classes.facts}>
        <InlineList
          of={[
            texts.issued(newer.number, showInstant(newer.madeAt)),
            newer.signedBy && texts.signedBy(newer.signedBy),
            newer.laboratory,
            <TextLink
              key="compare"
              to="/order/details/$id"
              params={{ id: String(order.id) }}
              hash={compareHash(older.version, newer.version)}
              resetScroll={false}
              underline="always"
            >
              {texts.compare(older.number, newer.number)}
            </TextLink>,
          ]}
        />
      </div>
    </div>
  )
}

/** Whether the patient wants to be contacted, and what they were asked. */
function Wish({ view: { wish, wishAsked, closed } }: { view: ReclassificationView }) {
  const isAgainst = isAgainstContact(wish)
  const question: ReactNode = wishAsked !== '' && (
    <details className={classes.question}>
      <summary>{texts.asked}</summary>
      {wishAsked}
    </details>
  )
  if (isAgainst && closed === null)
    return (
      <Alert color="yellow" title={texts.WISHES[wish]}>
        {texts.againstHint}
        {question}
      </Alert>
    )
  return (
    <div className={classes.facts}>
      {texts.WISHES[wish]}
      {question}
    </div>
  )
}

/** Who goes on with it, and its end. */
function Ending({ view }: { view: ReclassificationView }) {
  const [isClosing, setClosing] = useState(false)
  return (
    <Group gap="xs" className={classes.ending}>
      {view.isOwn && (
        <Button
          variant={view.progress.remaining.length === 0 ? 'filled' : 'default'}
          onClick={() => setClosing(true)}
          aria-haspopup="dialog"
        >
          {texts.closeIt}
        </Button>
      )}
      <OwnerActions followUp={view} />
      {!view.isOwn && (
        <span className={classes.facts}>
          {view.owner ? texts.takeOverFirst(view.owner.name) : texts.takeOverUnowned}
        </span>
      )}
      <LateDialog onLeave={() => setClosing(false)}>
        {isClosing && (
          <CloseDialog
            view={view}
            details={{
              [texts.person]: [listName(view.patient), bornInWords(view.patient)].filter(Boolean).join(', '),
              [texts.test]: nameOf(view),
            }}
            onClosed={() => setClosing(false)}
          />
        )}
      </LateDialog>
    </Group>
  )
}

function Trail({ view: { events, steps } }: { view: ReclassificationView }) {
  return (
    <details className={followUpClasses.trail}>
      <summary>{trail(events.length)}</summary>
      <Timeline
        items={events.map(({ id, kind, at, by, words }) => {
          const step = steps.find((one) => one.id === id)
          const title = step
            ? [STEP_WORDS[step.step], step.relation].filter(Boolean).join(': ')
            : EVENT_WORDS[kind]
          return { ...{ key: id, title, detail: words, at, actor: by, state: 'done' as const } }
        })}
      />
    </details>
  )
}
