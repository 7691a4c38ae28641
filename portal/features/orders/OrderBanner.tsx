import { type ReactNode, useId } from 'react'
import { brand } from '#brand/brand.ts'
import type { Order } from '#contract/orders.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { showInstant } from '#ui/dates.ts'
import { DownloadReport } from './DownloadReport.tsx'
import { isReportUnread, newestFirst, standingRefusal } from './happenings.ts'
import classes from './order-banner.module.css'
import { newestReport } from './report-address.ts'

/** What the clinician should know first; nothing where the order just takes its course. */
export function OrderBanner({ order }: { order: Order }) {
  const report = newestReport(order.reports)
  if (report && order.abilities.includes('readReport'))
    return (
      <Banner
        tone="good"
        title={report.corrected ? 'A corrected report is ready' : 'The report is ready'}
        actions={
          <>
            <DownloadReport order={order} report={report} />
            <ButtonLink to="/order/details/$id" params={{ id: String(order.id) }} hash="report">
              Open report
            </ButtonLink>
          </>
        }
      >
        Received {showInstant(report.receivedAt)}.
        {isReportUnread(order.events) && ' Nobody of your institution has opened it yet.'}
      </Banner>
    )

  const refusal = standingRefusal(order.events)
  if (refusal)
    return (
      <Banner tone="bad" title="The laboratory could not take this order">
        {refusal.detail && <>Its reason: “{refusal.detail}”. </>}
        Call {brand.contact.phone} with order number {order.id}, or order again.
      </Banner>
    )

  if (order.state === 'cancelled') {
    const cancelled = newestFirst(order.events).find((event) => event.kind === 'cancelled')
    return (
      <Banner tone="quiet" title="This order is cancelled">
        {cancelled && (
          <>
            On {showInstant(cancelled.at)}, by {cancelled.actor}.{' '}
          </>
        )}
        {cancelled?.detail && <>Reason: “{cancelled.detail}”. </>}
        No report will come.
      </Banner>
    )
  }
  if (order.state === 'pending-cancellation')
    return (
      <Banner tone="quiet" title="Cancellation was asked for">
        The laboratory decides, and answers here.
      </Banner>
    )
  return null
}

interface BannerProps {
  tone: 'good' | 'bad' | 'quiet'
  title: string
  actions?: ReactNode
  children: ReactNode
}

function Banner({ tone, title, actions, children }: BannerProps) {
  const titleId = useId()
  return (
    <section className={classes.banner} data-tone={tone} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </section>
  )
}
