import type { Order, OrderEvent } from '#contract/orders.ts'
import { showDate } from '#ui/dates.ts'

const EVENT_TITLES = {
  'draft-begun': 'Draft begun',
  submitted: 'Submitted',
  acknowledged: 'Received by the laboratory',
  'refused-by-laboratory': 'Refused by the laboratory',
  accessioned: 'Accessioned',
  'in-process': 'Testing started',
  reported: 'Reported',
  'report-corrected': 'Report corrected',
  cancelled: 'Cancelled',
  'report-opened': 'Report opened',
  'handed-over': 'Handed over',
} as const satisfies Record<OrderEvent['kind'], string>

export function eventTitle(event: Pick<OrderEvent, 'kind'>): string {
  return EVENT_TITLES[event.kind]
}

/** Newest first; events of the same instant in the order in which they were written, backwards. */
export function newestFirst(events: readonly OrderEvent[]): OrderEvent[] {
  return events.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id)
}

const newest = (events: readonly OrderEvent[], kinds: readonly OrderEvent['kind'][]) =>
  newestFirst(events).find((event) => kinds.includes(event.kind))

/** The laboratory's refusal while it stands: nothing that shows it was taken came since. */
export function standingRefusal(events: readonly OrderEvent[]): OrderEvent | null {
  const said = newest(events, [
    'refused-by-laboratory',
    'acknowledged',
    'accessioned',
    'in-process',
    'reported',
    'cancelled',
  ])
  return said?.kind === 'refused-by-laboratory' ? said : null
}

/** The newest report has been opened by nobody of the institution. */
export function isReportUnread(events: readonly OrderEvent[]): boolean {
  const last = newest(events, ['reported', 'report-corrected', 'report-opened'])
  return last !== undefined && last.kind !== 'report-opened'
}

export interface ExpectedStep {
  key: string
  title: string
  detail?: string
}

/** What comes next, in the order in which it comes; nothing once the order has ended. */
export function expectedSteps(
  order: Pick<Order, 'state' | 'expectedOn'>,
  turnaroundDays: number | null,
): ExpectedStep[] {
  const turnaround = turnaroundDays === null ? {} : { detail: `${turnaroundDays} working days from arrival` }
  const report = {
    key: 'report',
    title: 'Report',
    ...(order.expectedOn ? { detail: showDate(order.expectedOn) } : turnaround),
  }
  const testing = { key: 'testing', title: 'Testing' }
  const arrival = { key: 'arrival', title: 'Specimen arrives at the laboratory' }
  switch (order.state) {
    case 'draft':
      return [{ key: 'submission', title: 'Submission' }, arrival, testing, report]
    case 'en-route':
      return [arrival, testing, report]
    case 'accessioned':
      return [testing, report]
    case 'in-process':
      return [report]
    case 'pending-cancellation':
      return [{ key: 'decision', title: 'The laboratory decides on the cancellation' }]
    case 'reported':
    case 'cancelled':
      return []
  }
}
