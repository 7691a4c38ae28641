import { useQueries } from '@tanstack/react-query'
import type { Order } from '#contract/order.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { expectationOf } from '#domain/orders/lateness.ts'
import { showDate } from '#ui/dates.ts'
import { Timeline } from '#ui/Timeline.tsx'
import { eventTitle, expectedSteps, newestFirst, standingRefusal } from './happenings.ts'
import classes from './order-timeline.module.css'
import { testOptions } from './queries.ts'
import { expectationInWords } from './words.ts'

interface OrderTimelineProps {
  order: Order
  /** The events that have come since the page was opened. */
  fresh: ReadonlySet<number>
}

/** What happened, newest first; then what is still to come, in its order. */
export function OrderTimeline({ order, fresh }: OrderTimelineProps) {
  const codes = order.document.tests.map((test) => test.testCode).filter(Boolean)
  const turnaround = useQueries({
    queries: [...new Set(codes)].map((code) => testOptions(code, order.hospitalCode)),
    combine: (results) => {
      const days = results.flatMap((result) => (result.data ? [result.data.turnaroundDays] : []))
      return days.length > 0 ? Math.max(...days) : null
    },
  })
  const awaitsSpecimen = order.document.addOn === null || order.document.samples.length > 0
  return (
    <>
      <Expected order={order} />
      <Timeline
        items={[
          ...newestFirst(order.events).map((event) => ({
            key: event.id,
            title: fresh.has(event.id) ? (
              <span className={classes.fresh}>{eventTitle(event)}</span>
            ) : (
              eventTitle(event)
            ),
            detail: event.detail,
            at: event.at,
            actor: event.actor,
            state: 'done' as const,
          })),
          ...(standingRefusal(order.events)
            ? []
            : expectedSteps({ ...order, awaitsSpecimen }, turnaround)
          ).map((step) => ({
            ...step,
            state: 'expected' as const,
          })),
        ]}
      />
    </>
  )
}

function Expected({ order }: { order: Order }) {
  const reportedAt = order.reports[0]?.receivedAt ?? null
  const expectation = expectationOf({ ...order, reportedAt }, todayAtLaboratory(new Date()))
  if (expectation.kind !== 'due' && expectation.kind !== 'late') return null
  return (
    <p className={classes.expected} data-late={expectation.kind === 'late' || undefined}>
      Report expected <strong>{showDate(expectation.on)}</strong>, {expectationInWords(expectation)}
    </p>
  )
}
