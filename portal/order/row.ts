import type { OrderRow } from '#contract/order.ts'
import { ORDER_STATE_META, type OrderState } from '#domain/orders/status.ts'
import { type VobStatus, vobIsOpen } from '#domain/orders/vob.ts'

/** Which page shows an order (specification §2): a draft is opened in the form by those who may edit it. */
export type OrderPageKind = 'form' | 'en-route' | 'details'

export function pageKindOf(state: OrderState, mayEdit: boolean): OrderPageKind {
  if (state === 'draft' && mayEdit) return 'form'
  return ORDER_STATE_META[state].search === 'en-route' ? 'en-route' : 'details'
}

/** What an order of the list wants of its reader; null when there is nothing to do. */
export type Need =
  | { kind: 'read-report' }
  | { kind: 'finish' }
  /** Somebody is asked to submit it. */
  | { kind: 'submit'; by: string }
  /** A benefits verification that was asked for. */
  | { kind: 'benefits'; status: VobStatus }
  | null

export function needOf(row: Pick<OrderRow, 'state' | 'unreadReport' | 'vobStatus' | 'submitterName'>): Need {
  if (row.unreadReport) return { kind: 'read-report' }
  const { vobStatus, submitterName } = row
  if (vobStatus !== null && !vobIsOpen(vobStatus)) return { kind: 'benefits', status: vobStatus }
  if (row.state !== 'draft') return null
  return submitterName === null ? { kind: 'finish' } : { kind: 'submit', by: submitterName }
}

/**
 * What stands in an order's way: the clinic is asked something, a parcel or the report is late, no tracking number is known,
 * the laboratory waits, or decides about a cancellation.
 */
export type RowMark = 'missing' | 'parcel' | 'late' | 'tracking' | 'hold' | 'cancelling'

export function marksOf({
  missingInfo,
  isLate,
  onHold,
  unsentSamples,
  lateParcels,
  state,
}: Pick<
  OrderRow,
  'state' | 'missingInfo' | 'isLate' | 'onHold' | 'unsentSamples' | 'lateParcels'
>): RowMark[] {
  const marks: [RowMark, boolean][] = [
    ['missing', missingInfo],
    ['parcel', lateParcels.length > 0],
    ['late', isLate],
    ['tracking', unsentSamples.length > 0],
    ['hold', onHold],
    ['cancelling', state === 'pending-cancellation'],
  ]
  return marks.flatMap(([mark, applies]) => (applies ? [mark] : []))
}
