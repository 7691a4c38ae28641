import { useQuery } from '@tanstack/react-query'
import type { OrderRow } from '#contract/order.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import classes from '#portal/order/order-lines.module.css'
import { listOptions } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { OrderLines } from './OrderLines.tsx'
import * as texts from './texts.ts'
import { useVisibleCount } from './use-visible-count.ts'

const MAX_VISIBLE = 6
/** The newest reports are among these; the list cannot be asked for them by the day of the report. */
const LOOKED_THROUGH = 100

const newestReport = (a: OrderRow, b: OrderRow) =>
  Date.parse(b.reportedAt ?? b.updatedAt) - Date.parse(a.reportedAt ?? a.updatedAt)

/** Two lists, of which the newest reports are shown: those that nobody has opened, and all. */
export const unopenedOptions = (institution: string) =>
  listOptions(institution, { unread: 'true', orderBy: 'expected', top: LOOKED_THROUGH })
export const reportedOptions = (institution: string) =>
  listOptions(institution, { status: 'reported', orderBy: 'expected', top: LOOKED_THROUGH })

/** Reports that nobody has opened, until somebody does; below them those that came last. */
export function ReportsCard({ unread }: { unread: number }) {
  const { institution } = useSession()
  const visibleCount = useVisibleCount(MAX_VISIBLE)
  const unreadQuery = useQuery(unopenedOptions(institution.code))
  const recentQuery = useQuery(reportedOptions(institution.code))
  const toRead = unread > 0 ? unreadQuery.data?.ordersDTO.toSorted(newestReport) : []
  // The two lists are read one after the other: a report opened meanwhile is still unopened in one of them.
  const idsToRead = new Set(toRead?.map(({ id }) => id))
  const read = recentQuery.data?.ordersDTO
    .filter(({ id, unreadReport }) => !unreadReport && !idsToRead.has(id))
    .toSorted(newestReport)
  const rows = toRead && read && [...toRead, ...read].slice(0, visibleCount)
  const failed = [unreadQuery, recentQuery].find(({ isError, data }) => isError && !data)
  if (rows?.length === 0) return null
  return (
    <Card
      title={unread > 0 ? texts.reportsToRead : texts.recentReports}
      action={
        <TextLink
          to="/orders"
          search={{
            ...{ status: 'reported', orderBy: 'orderDate', page: 1 },
            ...(unread > 0 ? { unread: true } : {}),
          }}
        >
          {unread > visibleCount ? `All ${unread} unopened` : unread > 0 ? 'All unopened' : 'All reported'}
        </TextLink>
      }
    >
      {failed ? (
        <ErrorState problem={failed.error} retry={() => failed.refetch()} />
      ) : (
        <OrderLines
          rows={rows}
          toReport
          detail={(row) => [row.testName, row.reportedAt && texts.reportedAt(showInstant(row.reportedAt))]}
          end={(row) =>
            row.unreadReport ? (
              <span className={classes.action}>{texts.readReport}</span>
            ) : (
              <span className={classes.detail}>{texts.opened}</span>
            )
          }
        />
      )}
    </Card>
  )
}
