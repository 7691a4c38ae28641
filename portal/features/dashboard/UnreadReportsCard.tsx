import { useQuery } from '@tanstack/react-query'
import type { OrderRow } from '#contract/order.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { listOptions } from '../orders/queries.ts'
import { OrderLines } from './OrderLines.tsx'
import classes from './order-lines.module.css'

const SHOWN = 5
/** Unread reports are among the newest; the list cannot be asked for them alone. */
const LOOKED_THROUGH = 100

const newestReport = (a: OrderRow, b: OrderRow) =>
  Date.parse(b.reportedAt ?? b.updatedAt) - Date.parse(a.reportedAt ?? a.updatedAt)

export function UnreadReportsCard({ unread }: { unread: number }) {
  const { institution } = useSession()
  const reported = useQuery(
    listOptions(institution.code, { status: 'reported', orderBy: 'expected', top: LOOKED_THROUGH }),
  )
  const rows = reported.data?.ordersDTO
    .filter((row) => row.unreadReport)
    .toSorted(newestReport)
    .slice(0, SHOWN)
  return (
    <Card
      title="Reports to read"
      action={
        <TextLink to="/orders" search={{ status: 'reported', orderBy: 'orderDate', page: 1 }}>
          {rows && unread > rows.length ? `All reported (${unread} unread)` : 'All reported'}
        </TextLink>
      }
    >
      {reported.isError && !rows ? (
        <ErrorState problem={reported.error} retry={() => reported.refetch()} />
      ) : (
        <OrderLines
          rows={rows}
          toReport
          detail={(row) =>
            `${row.testName}${row.reportedAt ? ` · reported ${showInstant(row.reportedAt)}` : ''}`
          }
          end={() => <span className={classes.action}>Read report</span>}
        />
      )}
    </Card>
  )
}
