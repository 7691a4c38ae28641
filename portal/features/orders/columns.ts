import type { OrderColumn } from '#contract/lists.ts'

interface Column {
  label: string
  /** Left out: the server cannot sort by it. */
  orderBy?: OrderColumn
  /** How it is sorted when it is chosen: names from A, dates from the newest. */
  ascendingFirst?: boolean
  /** Only where there is room; elsewhere its content stands in another column. */
  wideOnly?: boolean
}

/** The columns of the list, in their order. */
export const COLUMNS: readonly Column[] = [
  { label: 'Patient', orderBy: 'patient', ascendingFirst: true },
  { label: 'Test', orderBy: 'test', ascendingFirst: true },
  { label: 'Lab number', orderBy: 'labNumber' },
  { label: 'Ordered', orderBy: 'orderDate' },
  { label: 'Provider', orderBy: 'provider', ascendingFirst: true, wideOnly: true },
  { label: 'Status', orderBy: 'status', ascendingFirst: true },
  { label: 'Result', wideOnly: true },
  { label: 'Expected', orderBy: 'expected', ascendingFirst: true },
  { label: 'Needs' },
]

/** Everything that the list can be sorted by, for where there are no columns. */
export const SORTS: readonly (Column & { orderBy: OrderColumn })[] = [
  ...COLUMNS.flatMap(({ orderBy, ...column }) => (orderBy ? [{ ...column, orderBy }] : [])),
  { label: 'Date of birth', orderBy: 'dateOfBirth' },
  { label: 'Order number', orderBy: 'id' },
  { label: 'Institution', orderBy: 'hospital', ascendingFirst: true },
]

export interface Sorting {
  orderBy: OrderColumn
  asc: boolean
}

/** The sorting after a column was chosen: another column begins its own way, the same one turns round. */
export function nextSorting(now: Sorting, orderBy: OrderColumn): Sorting {
  if (now.orderBy === orderBy) return { orderBy, asc: !now.asc }
  return { orderBy, asc: SORTS.find((one) => one.orderBy === orderBy)?.ascendingFirst ?? false }
}
