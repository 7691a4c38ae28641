import type { OrderDocument } from '../../orders/document.ts'
import type { Column } from '../columns.ts'
import { cellOf } from '../order-cells.ts'
import type { Cells } from '../row.ts'

/** The row for `document`, as far as a manifest of `columns` can hold it. */
export function rowOf(document: OrderDocument, columns: readonly Column[]): Cells {
  return Object.fromEntries(
    columns.map((column) => [column.heading, column.path ? cellOf(document, column) : '']),
  )
}
