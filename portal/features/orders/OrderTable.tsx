import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { OrderRow } from '#contract/order.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import list from '#portal/list/list.module.css'
import { StatusTag } from '#ui/StatusTag.tsx'
import { COLUMNS, type Sorting } from './columns.ts'
import { ExpectedCell, NeedsCell, OrderedCell, PatientCell, TestCell } from './OrderCells.tsx'
import classes from './order-table.module.css'
import type { OrderBy } from './queries.ts'

export interface OrderRowsProps {
  /** Undefined while the first page is loading: its shape is shown. */
  rows: readonly OrderRow[] | undefined
  sorting: Sorting
  today: IsoDate
  onSort: (orderBy: OrderBy) => void
}

const PLACEHOLDERS = Array.from({ length: 10 }, (_, index) => index)

export function OrderTable({ rows, sorting, today, onSort }: OrderRowsProps) {
  return (
    <table className={`${list.table} ${classes.widths}`} aria-label="Orders">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <HeadCell key={column.label} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? PLACEHOLDERS.map((row) => <PlaceholderRow key={row} />)
          : rows.map((row) => (
              <tr key={row.id} data-row>
                <td>
                  <PatientCell row={row} />
                </td>
                <td>
                  <TestCell row={row} />
                </td>
                <td className={list.oneLine}>
                  {row.accessionNumber ?? <span className={list.none}>–</span>}
                </td>
                <td>
                  <OrderedCell row={row} />
                </td>
                <td>
                  <StatusTag state={row.state} />
                </td>
                <td>
                  <ExpectedCell row={row} today={today} />
                </td>
                <td>
                  <NeedsCell row={row} today={today} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}

interface HeadCellProps {
  column: (typeof COLUMNS)[number]
  sorting: Sorting
  onSort: (orderBy: OrderBy) => void
}

function HeadCell({ column, sorting, onSort }: HeadCellProps) {
  if (!('orderBy' in column)) return <th scope="col">{column.label}</th>
  const sorted = column.orderBy === sorting.orderBy
  const Arrow = sorting.asc ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      {...(sorted ? { 'aria-sort': sorting.asc ? ('ascending' as const) : ('descending' as const) } : {})}
    >
      <UnstyledButton className={classes.sort} onClick={() => onSort(column.orderBy)}>
        {column.label}
        {sorted && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  )
}

function PlaceholderRow() {
  return (
    <tr aria-hidden>
      {COLUMNS.map((column) => (
        <td key={column.label}>
          <Skeleton height={10} my={6} width="75%" />
          <Skeleton height={8} my={5} width="45%" />
        </td>
      ))}
    </tr>
  )
}
