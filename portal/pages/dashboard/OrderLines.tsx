import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OrderRow } from '#contract/order.ts'
import { OrderLink } from '#portal/order/OrderLink.tsx'
import classes from '#portal/order/order-lines.module.css'
import { bornInWords, listName } from '#portal/order/words.ts'
import { InlineList } from '#ui/InlineList.tsx'

interface OrderLinesProps {
  /** Undefined while they are loading. */
  rows: readonly OrderRow[] | undefined
  /** Under the name: its parts. */
  detail: (row: OrderRow) => readonly (string | null)[]
  /** At the right. */
  end: (row: OrderRow) => ReactNode
  toReport?: boolean
}

/** A few orders, a line each; the line is the link. */
export function OrderLines({ rows, detail, end, toReport = false }: OrderLinesProps) {
  if (rows === undefined)
    return [1, 2, 3].map((line) => <Skeleton key={line} height={14} my={14} width="80%" />)
  return (
    <ul className={classes.lines}>
      {rows.map((row) => (
        <li key={row.id} className={classes.line}>
          <div className={classes.what}>
            <OrderLink order={row} toReport={toReport} className={classes.link}>
              {listName(row.patient)}
            </OrderLink>{' '}
            <span className={`${classes.detail} ${classes.born}`}>{bornInWords(row.patient)}</span>
            <div className={classes.detail}>
              <InlineList of={detail(row)} />
            </div>
          </div>
          <div className={classes.end}>{end(row)}</div>
        </li>
      ))}
    </ul>
  )
}
