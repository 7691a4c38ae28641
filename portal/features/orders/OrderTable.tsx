import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { OrderColumn } from '#contract/lists.ts'
import type { OrderRow } from '#contract/order.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import list from '#portal/list/list.module.css'
import { COLUMNS, type Sorting } from './columns.ts'
import {
  ExpectedCell,
  NeedsCell,
  NumberCell,
  OrderedCell,
  PatientCell,
  ResultCell,
  StatusCell,
  TestCell,
} from './OrderCells.tsx'
import classes from './order-table.module.css'
import { SelectBox, SelectPage } from './SelectBox.tsx'
import * as texts from './texts.ts'
import type { SelectionOfRows } from './use-selection.ts'

export interface OrderRowsProps {
  /** Undefined while the first page is loading: its shape is shown. */
  rows: readonly OrderRow[] | undefined
  sorting: Sorting
  today: IsoDate
  /** The list is of several institutions: each row says of which. */
  several: boolean
  selection: SelectionOfRows
  onSort: (orderBy: OrderColumn) => void
}

const PLACEHOLDERS = Array.from({ length: 10 }, (_, index) => index)
const wideOnly = (column: (typeof COLUMNS)[number]) => (column.wideOnly ? classes.wideOnly : undefined)

export function OrderTable({ rows, sorting, today, several, selection, onSort }: OrderRowsProps) {
  return (
    <table className={`${list.table} ${classes.widths}`} aria-label={texts.orders}>
      <thead>
        <tr>
          <th scope="col">
            <SelectPage count={rows?.length ?? 0} selection={selection} />
          </th>
          {COLUMNS.map((column) => (
            <HeadCell key={column.label} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? PLACEHOLDERS.map((row) => <PlaceholderRow key={row} />)
          : rows.map((row) => (
              <tr key={row.id} data-row={row.id} data-chosen={selection.has(row.id) || undefined}>
                <td>
                  <SelectBox row={row} selection={selection} />
                </td>
                <td>
                  <PatientCell row={row} />
                </td>
                <td>
                  <TestCell row={row} />
                </td>
                <td>
                  <NumberCell row={row} several={several} />
                </td>
                <td>
                  <OrderedCell row={row} providerClass={classes.narrowOnly} />
                </td>
                <td className={classes.wideOnly}>
                  {row.providerName || <span className={list.none}>–</span>}
                </td>
                <td>
                  <StatusCell row={row} />
                  <ResultCell row={row} className={classes.narrowOnly} />
                </td>
                <td className={classes.wideOnly}>
                  <ResultCell row={row} />
                </td>
                <td>
                  <ExpectedCell row={row} today={today} />
                </td>
                <td>
                  <NeedsCell row={row} />
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
  onSort: (orderBy: OrderColumn) => void
}

function HeadCell({ column, sorting, onSort }: HeadCellProps) {
  const { label, orderBy } = column
  if (!orderBy)
    return (
      <th scope="col" className={wideOnly(column)}>
        {label}
      </th>
    )
  const sorted = orderBy === sorting.orderBy
  const Arrow = sorting.asc ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      className={wideOnly(column)}
      {...(sorted ? { 'aria-sort': sorting.asc ? ('ascending' as const) : ('descending' as const) } : {})}
    >
      <UnstyledButton className={classes.sort} onClick={() => onSort(orderBy)}>
        {label}
        {sorted && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  )
}

function PlaceholderRow() {
  return (
    <tr aria-hidden>
      <td />
      {COLUMNS.map((column) => (
        <td key={column.label} className={wideOnly(column)}>
          <Skeleton height={10} my={6} width="75%" />
          <Skeleton height={8} my={5} width="45%" />
        </td>
      ))}
    </tr>
  )
}
