import type { Carrier } from '#domain/lookups.ts'
import { carriersOf, trackingNumberProblem } from '#domain/tracking-number/tracking-number.ts'

/** What the laboratory takes of a reason. */
export const MOST_REASON = 500

export interface Cancellation {
  reason: string
  authorized: boolean
}
export const NO_CANCELLATION: Cancellation = { reason: '', authorized: false }

/** Only with a reason and the authorization (specification §5, Cancel dialog). */
export function mayCancel({ reason, authorized }: Cancellation): boolean {
  return reason.trim() !== '' && authorized
}

/** The ratings by number, from 1 (specification §5, Feedback). */
export const RATINGS = ['Very Poor', 'Poor', 'Fair', 'Good', 'Excellent'] as const

export interface Feedback {
  /** 1 to 5. */
  rating: number
  text: string
}
export const FRESH_FEEDBACK: Feedback = { rating: 5, text: '' }

export function ratingWord(rating: number): string {
  return RATINGS[rating - 1] ?? ''
}

/** A rating says enough; words are optional. */
export function maySendFeedback({ rating }: Feedback): boolean {
  return ratingWord(rating) !== ''
}

export interface Tracking {
  /** '' while none was chosen: then the number says it. */
  carrier: Carrier | ''
  trackingNumber: string
}
export const NO_TRACKING: Tracking = { carrier: '', trackingNumber: '' }

/** Who carries a parcel: as it was chosen, or as its number says. */
export function carrierOf({ carrier, trackingNumber }: Tracking): Carrier | '' {
  return carrier || (carriersOf(trackingNumber)[0] ?? '')
}

/** Only what can be a number, with who carries it (domain/tracking-number). */
export function maySaveTracking(tracking: Tracking): boolean {
  const carrier = carrierOf(tracking)
  return carrier !== '' && trackingNumberProblem(tracking.trackingNumber) === null
}
