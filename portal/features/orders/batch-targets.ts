import { MAX_SELECTED_ORDERS } from '#contract/lists.ts'
import type { OrderRow } from '#contract/order.ts'
import { canStartFrom } from '#domain/orders/status.ts'
import type { ListQuery } from '#portal/order/queries.ts'
import { bornInWords, fullName } from '#portal/order/words.ts'

/** What can be done with several orders at once, or why it can't. */
export type BatchTarget<T> = { hospital: string; with: T[] } | { whyNot: string }

type Row = Pick<OrderRow, 'id' | 'state' | 'hospitalCode' | 'unsentSamples' | 'patient'>

/** A sample that can travel in a parcel with others, and the order that it is of, with its patient. */
export type UnsentSample = OrderRow['unsentSamples'][number] & {
  orderId: number
  patient: OrderRow['patient']
}

function together<T>(rows: readonly Row[], of: (row: Row) => T[], none: string): BatchTarget<T> {
  if (rows.length > MAX_SELECTED_ORDERS) return { whyNot: `Select at most ${MAX_SELECTED_ORDERS} orders.` }
  const found = rows
    .map((row) => ({ hospital: row.hospitalCode, with: of(row) }))
    .filter((one) => one.with.length > 0)
  const [first, ...others] = found
  if (!first) return { whyNot: none }
  if (others.some(({ hospital }) => hospital !== first.hospital))
    return { whyNot: 'Select orders from one institution.' }
  return { hospital: first.hospital, with: found.flatMap((one) => one.with) }
}

/** What asks for a file of the chosen orders: by number only, for some may have left the list since they were chosen. */
export function exportOf(
  { hospitalCodes, orderBy, isAscending }: ListQuery,
  rows: readonly Pick<Row, 'id'>[],
) {
  return { hospitalCodes, orderBy, isAscending, ids: rows.map(({ id }) => id).join(',') }
}

/** Numbers of the orders whose requisitions are printed: drafts have none. */
export function printable(rows: readonly Row[]): BatchTarget<number> {
  return together(
    rows,
    (row) => (canStartFrom('printRequisition', row.state) ? [row.id] : []),
    'Drafts and cancelled orders have no requisition.',
  )
}

/** The samples that can travel in one parcel. */
export function shippable(rows: readonly Row[]): BatchTarget<UnsentSample> {
  const samplesOf = ({ id, patient, unsentSamples }: Row) =>
    unsentSamples.map((one) => ({ ...one, orderId: id, patient }))
  return together(rows, samplesOf, 'None of these orders has a sample to send.')
}

/** `Blood, Mara Moreno, order 41 of Lucía Moreno, DOB 14 Mar 2019`: for a relative, also whose order it is. */
export function unsentInWords({ specimenType, patientName, orderId, patient }: UnsentSample): string {
  const born = bornInWords(patient)
  const name = [fullName(patient), patient.fetuses].filter(Boolean).join(', ')
  const order = patientName === name ? [born, `order ${orderId}`] : [`order ${orderId} of ${name}`, born]
  return [`${specimenType}, ${patientName}`, ...order].filter(Boolean).join(', ')
}
