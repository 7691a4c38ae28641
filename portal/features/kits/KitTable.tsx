import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Kit } from '#contract/kits.ts'
import list from '#portal/list/list.module.css'
import { KitStatusTag } from '#ui/KitStatusTag.tsx'
import { KitAction } from './KitActions.tsx'
import { KitsCell, OrderedCell, ParcelCell, RecipientCell } from './KitCells.tsx'
import classes from './kits.module.css'
import type { KitsSearch } from './search-params.ts'
import * as texts from './texts.ts'

type OrderBy = KitsSearch['orderBy']

export interface KitRowsProps {
  /** Undefined while the first page is loading: its shape is shown. */
  rows: readonly Kit[] | undefined
  sorting: { orderBy: OrderBy; asc: boolean }
  onSort: (orderBy: OrderBy) => void
}

/** The columns, and by what the server can sort them. */
const COLUMNS = [
  [texts.kits, 'kitType'],
  [texts.recipient, 'recipient'],
  [texts.ordered, 'ordered'],
  [texts.status, 'status'],
  [texts.parcel, null],
  [texts.actions, null],
] as const satisfies readonly (readonly [string, OrderBy | null])[]
const PLACEHOLDERS = Array.from({ length: 8 }, (_, index) => index)

export function KitTable({ rows, sorting, onSort }: KitRowsProps) {
  return (
    <table className={`${list.table} ${classes.widths}`} aria-label={texts.kitOrders}>
      <thead>
        <tr>
          {COLUMNS.map(([label, orderBy]) => (
            <HeadCell key={label} label={label} orderBy={orderBy} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? PLACEHOLDERS.map((row) => (
              <tr key={row} aria-hidden>
                {COLUMNS.map(([label]) => (
                  <td key={label}>
                    <Skeleton height={10} my={6} width="75%" />
                    <Skeleton height={8} my={5} width="45%" />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((kit) => (
              <tr key={kit.id} data-row>
                <td>
                  <KitsCell kit={kit} />
                </td>
                <td>
                  <RecipientCell kit={kit} />
                </td>
                <td>
                  <OrderedCell kit={kit} />
                </td>
                <td>
                  <KitStatusTag status={kit.status} />
                </td>
                <td>
                  <ParcelCell kit={kit} />
                </td>
                <td>
                  <div className={classes.actions}>
                    <KitAction kit={kit} action="receive" small />
                    <KitAction kit={kit} action="cancel" small />
                  </div>
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}

interface HeadCellProps extends Pick<KitRowsProps, 'sorting' | 'onSort'> {
  label: string
  orderBy: OrderBy | null
}

function HeadCell({ label, orderBy, sorting, onSort }: HeadCellProps) {
  if (label === 'Actions')
    return (
      <th scope="col">
        <VisuallyHidden>{label}</VisuallyHidden>
      </th>
    )
  if (orderBy === null) return <th scope="col">{label}</th>
  const sorted = orderBy === sorting.orderBy
  const Arrow = sorting.asc ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      {...(sorted ? { 'aria-sort': sorting.asc ? ('ascending' as const) : ('descending' as const) } : {})}
    >
      <UnstyledButton className={classes.sort} onClick={() => onSort(orderBy)}>
        {label}
        {sorted && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  )
}
