import { Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { FollowUpWithTrail } from '#contract/follow-up.ts'
import type { Order } from '#contract/order.ts'
import { EVENT_WORDS } from '#domain/follow-up/words.ts'
import lines from '#portal/files/file-lines.module.css'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LateDialog } from '#ui/LateDialog.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { FollowUpSummary, nameOf, OwnerActions } from './FollowUpParts.tsx'
import classes from './follow-up.module.css'
import { FOLLOW_UP_HASH } from './follow-up-hash.ts'
import { orderFollowUpsOptions } from './queries.ts'
import * as texts from './texts.ts'
import { useArrival } from './use-arrival.ts'
import { RESULT_COLORS, resultInWords } from './words.ts'

const AcknowledgeDialog = lazy(async () => ({
  default: (await import('./AcknowledgeDialog.tsx')).AcknowledgeDialog,
}))
/** Loaded for reports that were reclassified: few are. */
const ReclassificationCard = lazy(async () => ({
  default: (await import('./reclassification/ReclassificationCard.tsx')).ReclassificationCard,
}))

/** Who sees the order's reports through, by when, and what was stated; the owner acknowledges and closes here. */
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
  if (!data) return null
  const isReclassification = ({ kind }: FollowUpWithTrail) => kind === 'reclassification'
  const others = data.filter((one) => !isReclassification(one))
  return (
    <>
      {data.filter(isReclassification).map((one) => (
        <Suspense key={one.id}>
          <ReclassificationCard order={order} followUp={one} />
        </Suspense>
      ))}
      {others.length > 0 && <Lines followUps={others} />}
    </>
  )
}

function Lines({ followUps }: { followUps: readonly FollowUpWithTrail[] }) {
  useArrival(FOLLOW_UP_HASH)
  return (
    <Card title={texts.followUp} sub={texts.followUpHint} id={FOLLOW_UP_HASH}>
      <ul className={lines.list}>
        {followUps.map((one) => (
          <Line key={one.id} followUp={one} />
        ))}
      </ul>
    </Card>
  )
}

function Line({ followUp }: { followUp: FollowUpWithTrail }) {
  return (
    <li className={lines.line}>
      <div>
        <div className={lines.name}>
          {nameOf(followUp)}
          <Badge variant="light" color={RESULT_COLORS[followUp.result]} tt="none">
            {resultInWords(followUp)}
          </Badge>
        </div>
        <FollowUpSummary followUp={followUp} />
        <details className={classes.trail}>
          <summary>{texts.trail(followUp.events.length)}</summary>
          <Timeline
            items={followUp.events.map(({ id, kind, at, by, words }) => ({
              ...{ key: id, title: EVENT_WORDS[kind], detail: words, at, actor: by, state: 'done' as const },
            }))}
          />
        </details>
      </div>
      {!followUp.closed && <Actions followUp={followUp} />}
    </li>
  )
}

/** What the reader may do; the laboratory's Support only reads. */
function Actions({ followUp }: { followUp: FollowUpWithTrail }) {
  const { user } = useSession()
  const [isAcknowledging, setAcknowledging] = useState(false)
  if (user.support) return null
  const name = nameOf(followUp)
  return (
    <Group gap="xs" className={lines.actions}>
      {followUp.isOwn && followUp.kind === 'report' && (
        <Button
          onClick={() => setAcknowledging(true)}
          aria-haspopup="dialog"
          aria-label={texts.acknowledgeReport(name)}
        >
          {texts.acknowledge}
        </Button>
      )}
      <OwnerActions followUp={followUp} />
      <LateDialog onLeave={() => setAcknowledging(false)}>
        {isAcknowledging && (
          <AcknowledgeDialog {...{ followUp, name }} onClosed={() => setAcknowledging(false)} />
        )}
      </LateDialog>
    </Group>
  )
}
