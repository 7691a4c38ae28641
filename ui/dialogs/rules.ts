import { CARRIERS, type Carrier } from '#domain/lookups.ts'

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
  carrier: Carrier | ''
  trackingNumber: string
}

/** Whether carrier and number are there; what the carrier makes of the number is for its own check. */
export function maySaveTracking({ carrier, trackingNumber }: Tracking): boolean {
  return CARRIERS.some((one) => one === carrier) && trackingNumber.trim() !== ''
}
