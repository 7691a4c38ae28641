import type { Order } from '#contract/order.ts'
import { type IsoDate, minuteAtLaboratory } from '#domain/dates/dates.ts'
import { expectationOf } from '#domain/orders/lateness.ts'
import { pendingInWords } from '#domain/orders/pending-tests.ts'
import { reportDay } from '#domain/orders/report-day.ts'
import { needsRecollection } from '#domain/samples/sample.ts'
import { parcelOnItsWay } from '#domain/shipments/parcel.ts'
import { notStartedInWords } from '#domain/turnaround/words.ts'
import { expectationInWords } from '#portal/order/words.ts'
import { counted } from '#ui/counted.ts'
import { showDate } from '#ui/dates.ts'

export type FollowedOrder = Pick<
  Order,
  'state' | 'expectedOn' | 'holds' | 'samples' | 'reports' | 'onHold' | 'vobStatus'
> &
  Partial<Pick<Order, 'clock' | 'pendingTests'>>

/** What is expected next: what, by which day, and what is to be known about that day, to be read on after it. */
interface Next {
  title: string
  on: IsoDate | null
  more: string
  isLate: boolean
}

/** By when the parcels that are on their way should have arrived: the last day of them, null where none is known. */
export function arrivalDay(samples: Order['samples']): IsoDate | null {
  const days = samples.flatMap(({ shipment, isAccessioned, rejected }) =>
    isAccessioned || rejected ? [] : (parcelOnItsWay(shipment)?.dueOn ?? []),
  )
  return days.toSorted().at(-1) ?? null
}

/** The next thing that is expected of an order; null where nothing is, or nothing is known of it. */
export function nextOf(order: FollowedOrder, today: IsoDate): Next | null {
  const { pendingTests } = order
  if (order.vobStatus !== null || ['draft', 'cancelled'].includes(order.state)) return null
  if (order.state === 'reported' && !pendingTests) return null
  if (order.state === 'pending-cancellation')
    return { title: 'The laboratory is deciding on the cancellation', on: null, more: '', isLate: false }
  const day = reportDay(order, today)
  const report = pendingTests ? `Report of ${pendingInWords(pendingTests)}` : 'Report'
  if (day === null && pendingTests) return { title: `${report} awaited`, on: null, more: '', isLate: false }
  if (day === null) return notStarted(order) ?? arrival(order, today)
  const awaited = { state: order.state, expectedOn: day.on, reportedAt: null, pendingTests }
  const expectation = expectationOf(awaited, today)
  const isLate = expectation.kind === 'late' && !order.onHold
  const { movedDays } = day
  const unit = !order.clock || order.clock.moves.unit === 'business-days' ? 'business day' : 'day'
  const moved = movedDays === 0 ? '' : counted(movedDays, unit)
  const hold = order.holds.length > 1 ? 'holds' : 'a hold'
  const more = order.onHold
    ? ` or later: the order is on hold${moved && `, ${moved} so far`}`
    : `, ${expectationInWords(expectation)}${moved && `, moved ${moved} by ${hold}`}${detailsOf(order)}`
  return { title: `${report} expected`, on: day.on, more, isLate }
}

/** The turnaround has not started though something has arrived. */
function notStarted({ clock }: FollowedOrder): Next | null {
  if (!clock || clock.waitsFor.length === 0) return null
  return { title: notStartedInWords(clock.waitsFor), on: null, more: '', isLate: false }
}

/** The time of day, the relatives' day, and that the laboratory gave the day itself. */
function detailsOf({ clock }: FollowedOrder): string {
  if (!clock) return ''
  const { dueAt, familyOn, isPromised } = clock
  return [
    dueAt ? `, by ${minuteAtLaboratory(new Date(dueAt)).replace(/^.*, /, '')}` : '',
    familyOn ? `; with the relatives’ samples ${showDate(familyOn)}` : '',
    isPromised ? ', as the laboratory announced' : '',
  ].join('')
}

function arrival(order: FollowedOrder, today: IsoDate): Next | null {
  const samples = order.samples.filter(({ isAccessioned, rejected }) => !isAccessioned && !rejected)
  if (samples.length === 0) return null
  if (samples.every(needsRecollection))
    return {
      title: `${counted(samples.length, 'sample')} to recollect`,
      on: null,
      more: '',
      isLate: false,
    }
  const title =
    samples.length > 1 ? 'The samples arrive at the laboratory' : 'The sample arrives at the laboratory'
  const on = arrivalDay(samples)
  if (on === null) {
    const awaited =
      samples.length > 1 ? 'Waiting for the samples to arrive' : 'Waiting for the sample to arrive'
    return { title: awaited, on, more: ': no parcel is known yet', isLate: false }
  }
  if (on >= today) return { title, on, more: '', isLate: false }
  const expected =
    samples.length > 1
      ? 'The samples should have arrived at the laboratory'
      : 'The sample should have arrived at the laboratory'
  return { title: expected, on, more: ': the parcel is late', isLate: true }
}
