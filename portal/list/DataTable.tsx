import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Key } from 'react'
import type { Column } from './column.ts'
import { DataCards } from './DataCards.tsx'
import list from './list.module.css'

interface DataTableProps<Row, OrderBy extends string = never> {
  /** The table's name for screen readers. */
  label: string
  /** Sets the columns' widths. */
  className?: string | undefined
  /** Undefined while the first page is loading: its shape is shown. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => Key
  columns: readonly Column<Row, OrderBy>[]
  sorting?: Sorting<OrderBy>
}

interface Sorting<OrderBy extends string> {
  orderBy: OrderBy
  asc: boolean
  onSort: (orderBy: OrderBy) => void
}

const PLACEHOLDERS = [1, 2, 3, 4, 5, 6]

/**
 * The rows of a list: a table, or cards on a phone. A link with `data-row-link` and the class `rowLink` covers its row
 * and is what the arrow keys focus.
 */
export function DataTable<Row, OrderBy extends string = never>(props: DataTableProps<Row, OrderBy>) {
  const wide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  if (!wide) return <DataCards {...props} />
  const { label, className, rows, keyOf, columns, sorting } = props
  return (
    <table className={className ? `${list.table} ${className}` : list.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.label} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? PLACEHOLDERS.map((row) => (
              <tr key={row} aria-hidden>
                {columns.map((column) => (
                  <td key={column.label}>
                    <Skeleton height={10} my={6} width="75%" />
                    <Skeleton height={8} my={5} width="45%" />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              <tr key={keyOf(row)} data-row>
                {columns.map((column) => (
                  <td key={column.label}>{column.cell(row)}</td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  )
}

interface HeadCellProps<Row, OrderBy extends string> {
  column: Column<Row, OrderBy>
  sorting: Sorting<OrderBy> | undefined
}

function HeadCell<Row, OrderBy extends string>({ column, sorting }: HeadCellProps<Row, OrderBy>) {
  const { label, orderBy, hidesLabel = false } = column
  if (orderBy === undefined || sorting === undefined)
    return <th scope="col">{hidesLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}</th>
  const sorted = orderBy === sorting.orderBy
  const Arrow = sorting.asc ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      {...(sorted ? { 'aria-sort': sorting.asc ? ('ascending' as const) : ('descending' as const) } : {})}
    >
      <UnstyledButton className={list.sort} onClick={() => sorting.onSort(orderBy)}>
        {label}
        {sorted && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  )
}
