import type { Order, OrderEvent } from '#contract/order.ts'
import { pendingInWords } from '#domain/orders/pending-tests.ts'
import { ADDITION } from '#domain/orders/refusals.ts'
import type { VobStatus } from '#domain/orders/vob.ts'
import { timeFromStartInWords } from '#domain/turnaround/words.ts'
import { showDate } from '#ui/dates.ts'

const EVENT_TITLES = {
  'draft-begun': 'Draft begun',
  submitted: 'Submitted',
  acknowledged: 'Order received by the laboratory',
  'refused-by-laboratory': 'Rejected by the laboratory',
  accessioned: 'Accessioned',
  'in-process': 'Testing started',
  reported: 'Reported',
  'report-preliminary': 'Preliminary report',
  'report-partial': 'Partial report',
  'report-addended': 'Addendum to the report',
  'report-amended': 'Report amended',
  'report-corrected': 'Report corrected',
  'report-withdrawn': 'Report withdrawn',
  'report-notice-read': 'Report change acknowledged',
  'result-checked': 'The laboratory is checking a result',
  cancelled: 'Cancelled',
  'report-opened': 'Report opened',
  'handed-over': 'Assigned to a colleague',
  'submission-asked': 'Submission requested',
  'sent-back': 'Returned',
  'benefits-asked': 'Benefits verification requested',
  'benefits-answered': 'Insurance answered',
  'benefits-changed': 'Insurance answer changed',
  'benefits-expired': 'Benefits verification expired',
  'benefits-withdrawn': 'Benefits verification withdrawn',
  'letter-signed': 'Letter of medical necessity signed',
  'ordered-from-benefits': 'Ordered from benefits verification',
  'benefits-order-discarded': 'Order from benefits verification discarded',
  'cancellation-asked': 'Cancellation requested',
  'cancellation-refused': 'Cancellation declined by the laboratory',
  'document-added': 'Document added',
  'document-removed': 'Document removed',
  'requisition-extended': 'Added to the requisition',
  'feedback-given': 'Feedback given',
  'availability-asked': 'Asked whether enough specimen remains',
  'availability-answered': 'Laboratory answered about the specimen',
  held: 'Put on hold by the laboratory',
  'hold-answered': 'Answer sent to the laboratory',
  'hold-released': 'Hold released: the laboratory resumed work',
  'sample-shipped': 'Sample sent',
  'sample-arrived': 'Sample arrived at the laboratory',
  'sample-rejected': 'Sample rejected by the laboratory',
  'sample-collected-again': 'Sample recollected',
  'treatment-received': 'Treatment recommendation received',
  'laboratory-note': 'Note from the laboratory',
  'consent-withdrawn': 'Consent withdrawn',
  'follow-up-acknowledged': 'Report acknowledged',
  'follow-up-assigned': 'Follow-up handed over',
  'follow-up-escalated': 'Follow-up escalated',
  'findings-recorded': 'Findings recorded',
  'reanalysis-decided': 'Reanalysis',
  'reclassification-step': 'Reclassification',
  'moved-in': 'Moved in from an earlier system',
} as const satisfies Record<OrderEvent['kind'], string>

export function eventTitle(event: Pick<OrderEvent, 'kind'>): string {
  return EVENT_TITLES[event.kind]
}

/** Newest first; events of the same instant in the order in which they were written, backwards. */
export function newestFirst(events: readonly OrderEvent[]): OrderEvent[] {
  return events.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id)
}

export function oldestFirst(events: readonly OrderEvent[]): OrderEvent[] {
  return newestFirst(events).toReversed()
}

/** The newest event of one of these kinds. */
export const newest = (events: readonly OrderEvent[], kinds: readonly OrderEvent['kind'][]) =>
  newestFirst(events).find((event) => kinds.includes(event.kind))

const TAKEN: readonly OrderEvent['kind'][] = [
  ...(['acknowledged', 'accessioned', 'in-process', 'reported', 'cancelled'] as const),
]

/**
 * The laboratory's refusal of the whole order, as long as nothing shows that it has the order. Of several tests, what it
 * refuses once it has had the order is a part, and outstanding.
 */
export function currentRefusal({ events, document }: Pick<Order, 'events' | 'document'>): OrderEvent | null {
  const own = events.filter(({ detail }) => !detail.startsWith(ADDITION))
  const isOnly = document.tests.length + document.addOnTests.length === 1
  const isTaken = isOnly
    ? newest(own, [...TAKEN, 'refused-by-laboratory'])?.kind !== 'refused-by-laboratory'
    : newest(own, TAKEN) !== undefined
  return (!isTaken && newest(own, ['refused-by-laboratory'])) || null
}

/** The laboratory's refusal to cancel, while it was not asked again and nothing has ended the order. */
export function currentCancellationRefusal(events: readonly OrderEvent[]): OrderEvent | null {
  const latest = newest(events, ['cancellation-refused', 'cancellation-asked', 'cancelled', 'reported'])
  return latest?.kind === 'cancellation-refused' ? latest : null
}

export interface ExpectedStep {
  key: string
  title: string
  detail?: string
}

type OrderProgress = Pick<Order, 'state' | 'expectedOn' | 'vobStatus' | 'turnaround' | 'pendingTests'> & {
  /** How many people it is about besides the patient. */
  relatives: number
  /** A specimen is on its way, or will be: not so for a further test on one that the laboratory has. */
  awaitsSpecimen: boolean
  /** By when what is on its way should have arrived. */
  arrivesOn?: string | null
}

const VOB_STEPS: Record<VobStatus, readonly string[]> = {
  draft: ['Payer asked', 'Payer answers'],
  submitted: ['Payer answers'],
  answered: [],
  expired: [],
  ordered: [],
}

/** What comes next, in the order in which it comes; nothing once the order has ended and no test is pending. */
export function expectedSteps(order: OrderProgress): ExpectedStep[] {
  if (order.vobStatus !== null) return VOB_STEPS[order.vobStatus].map((title) => ({ key: title, title }))
  const turnaround = order.turnaround
    ? { detail: timeFromStartInWords(order.turnaround, order.relatives) }
    : {}
  const report = {
    key: 'report',
    title: order.pendingTests ? `Report of ${pendingInWords(order.pendingTests)}` : 'Report',
    ...(order.expectedOn ? { detail: showDate(order.expectedOn) } : turnaround),
  }
  const testing = { key: 'testing', title: 'Testing' }
  const arrival = order.awaitsSpecimen
    ? [
        {
          key: 'arrival',
          title: 'Specimen arrives at the laboratory',
          ...(order.arrivesOn ? { detail: `by ${showDate(order.arrivesOn)}` } : {}),
        },
      ]
    : []
  switch (order.state) {
    case 'draft':
      return [{ key: 'submission', title: 'Submission' }, ...arrival, testing, report]
    case 'en-route':
      return [...arrival, testing, report]
    case 'accessioned':
      return [testing, report]
    case 'in-process':
      return [report]
    case 'pending-cancellation':
      return [{ key: 'decision', title: 'Laboratory decides on the cancellation' }]
    case 'reported':
      return order.pendingTests ? [report] : []
    case 'cancelled':
      return []
  }
}
