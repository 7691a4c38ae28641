import type { ReactNode } from 'react'
import { brand } from '#brand/brand.ts'
import type { Order, OrderEvent } from '#contract/order.ts'
import { quotedAtEnd } from '#domain/text/quote.ts'
import { currentCancellationRefusal, currentRefusal, newest } from '#portal/order/timeline.ts'
import { useSession } from '#portal/session/session.ts'
import { Banner } from '#ui/Banner.tsx'
import { showInstant, unbroken } from '#ui/dates.ts'

/** What the clinician should know first; nothing where the order just takes its course. */
export function OrderBanner({ order }: { order: Order }) {
  const { user } = useSession()
  return refused(order) ?? cancelled(order) ?? submission(order, user.id)
}

function refused({ id, events }: Order): ReactNode {
  const refusal = currentRefusal(events)
  if (!refusal) return null
  return (
    <Banner tone="bad" title="The laboratory could not take this order">
      {refusal.detail && <>Its reason: “{refusal.detail}”. </>}
      Call {brand.contact.phone} with order number {id}, or order again.
    </Banner>
  )
}

/** Who did it and when, in a sentence, and the reason in their words. */
const attributionOf = (event: OrderEvent | undefined) =>
  event && (
    <>
      On {unbroken(showInstant(event.at))}, by {event.actor}.
      {event.detail && ` Reason: ${quotedAtEnd(event.detail)}`}{' '}
    </>
  )

function cancelled({ state, events }: Order): ReactNode {
  if (state === 'cancelled')
    return (
      <Banner tone="quiet" title="This order is cancelled">
        {attributionOf(newest(events, ['cancelled']))}
        No report will come.
      </Banner>
    )
  if (state === 'pending-cancellation')
    return (
      <Banner tone="quiet" title="Cancellation requested">
        {attributionOf(newest(events, ['cancellation-asked']))}
        The laboratory decides, and answers here.
      </Banner>
    )
  const refusal = currentCancellationRefusal(events)
  if (!refusal) return null
  return (
    <Banner tone="bad" title="The laboratory did not cancel this order">
      On {unbroken(showInstant(refusal.at))}.{refusal.detail && <> Its reason: “{refusal.detail}”.</>} The
      order goes on.
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
        title={`${request.physicianId === readerId ? 'You are' : `${request.name} is`} asked to submit this order`}
      >
        By {request.askedBy}, {unbroken(showInstant(request.askedAt))}.
        {request.note && ` Note: “${request.note}”.`}
      </Banner>
    )
  if (!sentBack) return null
  return (
    <Banner tone="bad" title={`Sent back by ${sentBack.by}`}>
      On {unbroken(showInstant(sentBack.at))}.{sentBack.note && <> “{sentBack.note}”</>}
    </Banner>
  )
}
