import type { OrderBy } from './queries.ts'

interface Column {
  label: string
  /** Left out: the server cannot sort by it. */
  orderBy?: OrderBy
  /** How it is sorted when it is chosen: names from A, dates from the newest. */
  ascendingFirst?: boolean
}

/** The columns of the list, in their order. */
export const COLUMNS = [
  { label: 'Patient', orderBy: 'patient', ascendingFirst: true },
  { label: 'Test', orderBy: 'test', ascendingFirst: true },
  { label: 'Lab number', orderBy: 'labNumber', ascendingFirst: false },
  { label: 'Ordered', orderBy: 'orderDate', ascendingFirst: false },
  { label: 'Status', orderBy: 'status', ascendingFirst: true },
  { label: 'Expected', orderBy: 'expected', ascendingFirst: true },
  { label: 'Needs' },
] as const satisfies readonly Column[]

export interface Sorting {
  orderBy: OrderBy
  asc: boolean
}

/** The sorting after a column was chosen: another column begins its own way, the same one turns round. */
export function sortedBy(now: Sorting, orderBy: OrderBy): Sorting {
  if (now.orderBy === orderBy) return { orderBy, asc: !now.asc }
  const column = COLUMNS.find((one) => 'orderBy' in one && one.orderBy === orderBy)
  return { orderBy, asc: column !== undefined && 'ascendingFirst' in column && column.ascendingFirst }
}
