import { Link } from '@tanstack/react-router'
import type { followingRoutes } from '#contract/following.ts'
import type { ReplyOf } from '#contract/route.ts'
import type { SearchStatus } from '#domain/orders/status.ts'
import { grouped } from '#domain/text/figures.ts'
import { statusWords } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { barLength } from './greeting.ts'
import classes from './pipeline.module.css'
import * as texts from './texts.ts'

/** In the order in which an order goes through them; Reported only ever grows, and has no bar beside the others. */
const STEPS = [
  'pending-submission',
  'en-route',
  'accessioned',
  'in-process',
  'reported',
] as const satisfies readonly SearchStatus[]

/** What is told of a step besides how many there are, and the filter of the list that shows them. */
const NOTES = [
  {
    key: 'missingInfo',
    words: (count: number) => (count === 1 ? texts.needsAction : texts.needAction),
    filter: { missingInfo: true },
  },
  { key: 'late', words: () => 'late', filter: { late: true } },
  {
    key: 'parcelLate',
    words: (count: number) => (count === 1 ? texts.withALateParcel : texts.withLateParcels),
    filter: { parcelLate: true },
  },
  { key: 'trackingMissing', words: () => texts.withoutATrackingNumber, filter: { trackingMissing: true } },
  { key: 'held', words: () => texts.onHold, filter: { onHold: true } },
  {
    key: 'cancelling',
    words: () => texts.withCancellationRequested,
    filter: { orderStatus: 'PendingCancellation' },
  },
] as const

type Counts = ReplyOf<(typeof followingRoutes)['pipeline']>

interface PipelineProps {
  counts: Counts
  unreadReports: number
}

const list = (status: SearchStatus) => ({ status, orderBy: 'orderDate', page: 1 }) as const

/** How many orders stand where, and how many of them do not get on; each number leads to its list. */
export function Pipeline({ counts, unreadReports }: PipelineProps) {
  const { institution } = useSession()
  const most = Math.max(...STEPS.filter((step) => step !== 'reported').map((step) => counts[step].count))
  return (
    <Card title={texts.orders} sub={institution.name}>
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step} className={classes.step}>
            <Link to="/orders" search={list(step)} className={classes.main}>
              <span className={classes.count}>{grouped(counts[step].count)}</span>
              <span>{statusWords(step)}</span>
              {step !== 'reported' && <Bar step={step} counts={counts[step]} most={most} />}
            </Link>
            <div className={classes.notes}>
              {step === 'reported' && counts.reported.count > 0 && <Unread unread={unreadReports} />}
              {NOTES.map(
                ({ key, words, filter }) =>
                  counts[step][key] > 0 && (
                    <Link
                      key={key}
                      to="/orders"
                      search={{ ...list(step), ...filter }}
                      className={classes.note}
                      data-note={key}
                    >
                      {grouped(counts[step][key])} {words(counts[step][key])}
                    </Link>
                  ),
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Unread({ unread }: { unread: number }) {
  if (unread === 0) return <span className={classes.quiet}>{texts.allRead}</span>
  return (
    <Link
      to="/orders"
      search={{ ...list('reported'), unread: true }}
      className={classes.note}
      data-note="unread"
    >
      {texts.toRead(grouped(unread))}
    </Link>
  )
}

/** How many there are beside the other steps, the late ones darker. */
function Bar({ step, counts, most }: { step: SearchStatus; counts: Counts[SearchStatus]; most: number }) {
  return (
    <svg className={classes.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect className={classes.ground} width="100" height="1" />
      <rect data-step={step} width={barLength(counts.count, most)} height="1" />
      <rect className={classes.late} width={barLength(counts.late, most)} height="1" />
    </svg>
  )
}
