import type { ReactNode } from 'react'
import type { Order, OrderEvent } from '#contract/order.ts'
import { quotedAtEnd } from '#domain/text/quote.ts'
import { currentCancellationRefusal, currentRefusal, newest } from '#portal/order/timeline.ts'
import { useSession } from '#portal/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { brand } from '#ui/brand.ts'
import { showInstant, unbroken } from '#ui/dates.ts'
import * as texts from './texts.ts'

interface OrderBannerProps {
  order: Order
  /** A report or the requisition comes first: only a cancellation is said beside it. */
  besideDocument: boolean
}

/** What the clinician should know first; nothing where the order just takes its course. */
export function OrderBanner({ order, besideDocument }: OrderBannerProps) {
  const { user } = useSession()
  if (besideDocument) return cancelled(order)
  return refused(order) ?? cancelled(order) ?? submission(order, user.id)
}

function refused(order: Order): ReactNode {
  const refusal = currentRefusal(order)
  if (!refusal) return null
  return (
    <Banner tone="bad" title={texts.notAccepted}>
      {refusal.detail && <>{texts.refusalReason(refusal.detail)} </>}
      {texts.callWithNumber(brand.contact.phone, order.id)}
    </Banner>
  )
}

/** Who did it and when, in a sentence, and the reason in their words. */
const attributionOf = (event: OrderEvent | undefined) =>
  event && (
    <>
      {texts.cancelledBy(
        unbroken(showInstant(event.at)),
        event.actor,
        event.detail && ` Reason: ${quotedAtEnd(event.detail)}`,
      )}{' '}
    </>
  )

function cancelled({ state, events, reports }: Order): ReactNode {
  if (state === 'cancelled')
    return (
      <Banner tone="quiet" title={texts.thisOrderIsCancelled}>
        {attributionOf(newest(events, ['cancelled']))}
        {reports.some(({ isCurrent }) => isCurrent) ? texts.noFurtherReport : texts.noReport}
      </Banner>
    )
  if (state === 'pending-cancellation')
    return (
      <Banner tone="quiet" title={texts.cancellationRequested}>
        {attributionOf(newest(events, ['cancellation-asked']))}
        {texts.cancellationHint}
      </Banner>
    )
  const refusal = currentCancellationRefusal(events)
  if (!refusal) return null
  return (
    <Banner tone="bad" title={texts.cancellationDeclined}>
      On {unbroken(showInstant(refusal.at))}.{refusal.detail && <> {texts.refusalReason(refusal.detail)}</>}{' '}
      {texts.orderContinues}
    </Banner>
  )
}

/** Of a draft: who is asked to submit it, or that it was sent back. */
function submission({ state, submissionAsked: request, sentBack }: Order, readerId: number): ReactNode {
  if (state !== 'draft') return null
  if (request)
    return (
      <Banner
        tone="quiet"
        title={texts.askedToSubmit(request.physicianId === readerId ? 'You are' : `${request.name} is`)}
      >
        {texts.askedBy(
          request.askedBy,
          unbroken(showInstant(request.askedAt)),
          request.note && ` Note: “${request.note}”.`,
        )}
      </Banner>
    )
  if (!sentBack) return null
  return (
    <Banner tone="bad" title={texts.sentBackBy(sentBack.by)}>
      On {unbroken(showInstant(sentBack.at))}.{sentBack.note && <> “{sentBack.note}”</>}
    </Banner>
  )
}
