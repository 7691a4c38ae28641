import { Button, Spoiler } from '@mantine/core'
import { useState } from 'react'
import type { Order, OrderEvent } from '#contract/order.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { reportDay } from '#domain/orders/report-day.ts'
import { currentRefusal, eventTitle, expectedSteps, oldestFirst } from '#portal/order/timeline.ts'
import { signatureInWords } from '#portal/order/words.ts'
import { Timeline } from '#ui/Timeline.tsx'
import { arrivalDay } from './next.ts'
import classes from './order-timeline.module.css'
import * as texts from './texts.ts'

/** Of a long life only the end is shown at once. */
const MAX_VISIBLE = 10

interface OrderTimelineProps {
  order: Order
  /** The events that have come since the page was opened. */
  fresh: ReadonlySet<number>
}

/** What happened, oldest first; then what is still to come, with its day where that is known. */
export function OrderTimeline({ order, fresh }: OrderTimelineProps) {
  const [isExpanded, setExpanded] = useState(false)
  const events = oldestFirst(order.events)
  const hidden = isExpanded || events.length <= MAX_VISIBLE + 2 ? 0 : events.length - MAX_VISIBLE
  const progress = {
    ...order,
    awaitsSpecimen: order.document.addOn === null || order.document.samples.length > 0,
    expectedOn: reportDay(order, todayAtLaboratory(new Date()))?.on ?? null,
    arrivesOn: arrivalDay(order.samples),
    relatives: new Set(order.document.samples.map(({ patient }) => patient).filter((key) => key !== PROBAND))
      .size,
  }
  return (
    <>
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" px={0} mb="sm" onClick={() => setExpanded(true)}>
          {texts.showEarlier(hidden)}
        </Button>
      )}
      <Timeline
        items={[
          ...events.slice(hidden).map((event) => ({
            key: event.id,
            title: fresh.has(event.id) ? (
              <span className={classes.fresh}>{eventTitle(event)}</span>
            ) : (
              eventTitle(event)
            ),
            detail: eventDetail(event, order.signature),
            at: event.at,
            actor: event.actor,
            state: 'done' as const,
          })),
          ...(currentRefusal(order) ? [] : expectedSteps(progress)).map((step) => ({
            ...step,
            state: 'expected' as const,
          })),
        ]}
      />
    </>
  )
}

/** What a reader should know of an event besides; of the submitting, what was signed. */
function eventDetail({ kind, detail }: OrderEvent, signature: Order['signature']) {
  const signed = kind === 'submitted' && signature ? signatureInWords(signature) : ''
  const text = [detail, signed].filter(Boolean).join('\n')
  return text && <Detail text={text} />
}

/** In characters; the laboratory's notes may be longer. */
const LONG = 600

/** A long text opens on demand. */
function Detail({ text }: { text: string }) {
  if (text.length <= LONG) return text
  return (
    <Spoiler maxHeight={120} showLabel={texts.showFullText} hideLabel={texts.showLess}>
      {text}
    </Spoiler>
  )
}
