import type { ReactNode } from 'react'

/** A column of a `DataTable`, and its place on the card that a row is on a phone. */
export interface Column<Row, OrderBy extends string = never> {
  label: string
  cell: (row: Row) => ReactNode
  /** The server can sort by it. */
  orderBy?: OrderBy
  /** Only screen readers get the label: a column of buttons. */
  hidesLabel?: boolean
  /**
   * Its place on a phone's card: at the top, beside that at the right, on a line of its own, under its label (`detail`, if
   * left out) or at the bottom.
   */
  card?: 'head' | 'tag' | 'line' | 'detail' | 'foot'
  /** What the card shows, if not the cell. Null leaves a detail out. */
  cardCell?: (row: Row) => ReactNode
}
