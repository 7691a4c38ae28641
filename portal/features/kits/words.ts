import type { Kit } from '#contract/kits.ts'
import { KIT_STATUS_WORDS } from '#domain/kits/kit.ts'
import { showDate } from '#ui/dates.ts'
import type { TimelineItem } from '#ui/Timeline.tsx'
import * as texts from './texts.ts'

/** `2 × Saliva`. */
export function kitsInWords({ quantity, kitType }: Pick<Kit, 'quantity' | 'kitType'>): string {
  return `${quantity} × ${kitType}`
}

/**
 * For whoever is to send kits whose order was cancelled, or shall be; '' for any others. The kits may still be needed: the
 * institution knows.
 */
export function orderWarning({ status, orderState }: Pick<Kit, 'status' | 'orderState'>): string {
  if (status !== 'ordered') return ''
  if (orderState === 'cancelled') return texts.orderCancelled
  return orderState === 'pending-cancellation' ? texts.orderCancellationRequested : ''
}

export function recipientName({ kitRecipient: { firstName, lastName } }: Pick<Kit, 'kitRecipient'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** What comes next, for whoever waits; '' where nothing does. */
export function nextStep({ status, sent, isLate }: Pick<Kit, 'status' | 'sent' | 'isLate'>): string {
  if (status === 'ordered')
    return 'The laboratory packs the kits next. The tracking number appears here once they are sent.'
  if (status !== 'sent' || !sent) return ''
  return isLate
    ? `The parcel should have arrived by ${showDate(sent.dueOn)}. Track it with ${sent.carrier} or ask the laboratory.`
    : `The parcel should arrive by ${showDate(sent.dueOn)}. Mark the kits as received when they arrive.`
}

/** The life of a kit order, in its order: what happened, then what is expected. */
export function timelineOf(kit: Kit): TimelineItem[] {
  const { sent, received, cancelled, status } = kit
  const done = (key: Kit['status'], at: string, more: Partial<TimelineItem> = {}): TimelineItem => ({
    ...{ key, title: KIT_STATUS_WORDS[key], at, state: 'done', ...more },
  })
  const expected = (key: Kit['status'], title: string, at?: string): TimelineItem => ({
    ...{ key, title, at, state: 'expected' },
  })
  return [
    done('ordered', kit.orderedAt, { actor: kit.orderedBy }),
    ...(sent
      ? [done('sent', sent.at, { actor: 'Laboratory', detail: `${sent.carrier} ${sent.trackingNumber}` })]
      : []),
    ...(received ? [done('received', received.at, { actor: received.by })] : []),
    ...(cancelled ? [done('cancelled', cancelled.at, { actor: cancelled.by })] : []),
    ...(status === 'ordered' ? [expected('sent', 'The laboratory sends the kits')] : []),
    ...(status === 'ordered' ? [expected('received', 'You receive them')] : []),
    ...(status === 'sent' && sent
      ? [expected('received', 'You receive them', `by ${showDate(sent.dueOn)}`)]
      : []),
  ]
}
