import type { Carrier } from '#domain/lookups.ts'
import { carriersOf, trackingNumberProblem } from '#domain/tracking-number/tracking-number.ts'

/** The longest reason that the laboratory accepts. */
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

/** A rating is enough; the text is optional. */
export function maySendFeedback({ rating }: Feedback): boolean {
  return ratingWord(rating) !== ''
}

export interface Tracking {
  /** '' if none was chosen: then the number determines it. */
  carrier: Carrier | ''
  trackingNumber: string
}
export const NO_TRACKING: Tracking = { carrier: '', trackingNumber: '' }

/** The parcel's carrier: as chosen, or as determined by its number. */
export function carrierOf({ carrier, trackingNumber }: Tracking): Carrier | '' {
  return carrier || (carriersOf(trackingNumber)[0] ?? '')
}

/** Requires a possible tracking number and its carrier (domain/tracking-number). */
export function maySaveTracking(tracking: Tracking): boolean {
  const carrier = carrierOf(tracking)
  return carrier !== '' && trackingNumberProblem(tracking.trackingNumber) === null
}
