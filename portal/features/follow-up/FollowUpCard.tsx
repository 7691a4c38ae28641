import { Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { FollowUpWithTrail } from '#contract/follow-up.ts'
import type { Order } from '#contract/order.ts'
import { EVENT_WORDS, OUTCOME_WORDS } from '#domain/follow-up/words.ts'
import lines from '#portal/files/file-lines.module.css'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { Timeline } from '#ui/Timeline.tsx'
import classes from './follow-up.module.css'
import { FOLLOW_UP_HASH } from './follow-up-hash.ts'
import { orderFollowUpsOptions, useAssign } from './queries.ts'
import * as texts from './texts.ts'
import { dueInWords, ownerInWords, RESULT_COLORS, resultInWords, subjectInWords } from './words.ts'

const AcknowledgeDialog = lazy(async () => ({
  default: (await import('./AcknowledgeDialog.tsx')).AcknowledgeDialog,
}))
const HandOverDialog = lazy(async () => ({ default: (await import('./HandOverDialog.tsx')).HandOverDialog }))

/** Who sees the order's reports through, by when, and what was stated; the owner acknowledges here. */
export function FollowUpCard({ order }: { order: Order }) {
  const query = useQuery({
    ...orderFollowUpsOptions(order.hospitalCode, order.id),
    enabled: order.stage !== 'draft',
  })
  const { data } = query
  if (query.isError && !data)
    return (
      <Card title={texts.followUp}>
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      </Card>
    )
  if (!data || data.length === 0) return null
  return (
    <Card title={texts.followUp} sub={texts.followUpHint} id={FOLLOW_UP_HASH}>
      <ul className={lines.list}>
        {data.map((one) => (
          <Line key={one.id} followUp={one} />
        ))}
      </ul>
    </Card>
  )
}

const nameOf = ({ testName, about }: FollowUpWithTrail) => [testName, about].filter(Boolean).join(', ')

function Line({ followUp }: { followUp: FollowUpWithTrail }) {
  const { closed, escalated, isOverdue, owner } = followUp
  return (
    <li className={lines.line}>
      <div>
        <div className={lines.name}>
          {nameOf(followUp)}
          <Badge variant="light" color={RESULT_COLORS[followUp.result]} tt="none">
            {resultInWords(followUp)}
          </Badge>
        </div>
        <div className={`${lines.facts} ${classes.facts}`}>
          <InlineList
            of={[
              subjectInWords(followUp),
              !closed && <span data-overdue={isOverdue || undefined}>{dueInWords(followUp)}</span>,
              !closed && <span data-overdue={owner === null || undefined}>{ownerInWords(followUp)}</span>,
            ]}
          />
        </div>
        {escalated && !closed && (
          <div className={lines.facts}>{texts.escalatedTo(showInstant(escalated.at), escalated.to)}</div>
        )}
        {closed && (
          <div className={classes.statement}>
            {texts.closedBy(OUTCOME_WORDS[closed.outcome], closed.by, showInstant(closed.at))}
            {closed.statement && <div className={classes.quote}>{closed.statement}</div>}
          </div>
        )}
        <details className={classes.trail}>
          <summary>{texts.trail(followUp.events.length)}</summary>
          <Timeline
            items={followUp.events.map(({ id, kind, at, by, words }) => ({
              ...{ key: id, title: EVENT_WORDS[kind], detail: words, at, actor: by, state: 'done' as const },
            }))}
          />
        </details>
      </div>
      {!closed && <Actions followUp={followUp} />}
    </li>
  )
}

/** What the reader may do; the laboratory's Support only reads. */
function Actions({ followUp }: { followUp: FollowUpWithTrail }) {
  const { user } = useSession()
  const [dialog, setDialog] = useState<'acknowledge' | 'hand-over' | null>(null)
  const takeOver = useAssign(followUp, () => notifySuccess(texts.takenOver))
  if (user.support) return null
  const name = nameOf(followUp)
  const onClosed = () => setDialog(null)
  return (
    <Group gap="xs" className={lines.actions}>
      {followUp.isOwn && followUp.kind === 'report' && (
        <Button
          onClick={() => setDialog('acknowledge')}
          aria-haspopup="dialog"
          aria-label={texts.acknowledgeReport(name)}
        >
          {texts.acknowledge}
        </Button>
      )}
      {!followUp.isOwn && (
        <Button
          loading={takeOver.isPending}
          onClick={() => takeOver.mutate({ ownerId: user.id }, { onError: notifyProblem })}
          aria-label={texts.takeOverOf(name)}
        >
          {texts.takeOver}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => setDialog('hand-over')}
        aria-haspopup="dialog"
        aria-label={texts.handOverOf(name)}
      >
        {texts.handOver}
      </Button>
      <Suspense>
        {dialog === 'acknowledge' && <AcknowledgeDialog {...{ followUp, name, onClosed }} />}
        {dialog === 'hand-over' && <HandOverDialog {...{ followUp, onClosed }} />}
      </Suspense>
    </Group>
  )
}
