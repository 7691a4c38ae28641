import { dayInWords, type IsoDate } from '../dates/dates.ts'
import { canStartFrom, ORDER_STATE_META, type OrderState } from '../orders/status.ts'

/** What a sample's status depends on. Instants are ISO text, as the server gives them. */
export interface SampleProgress {
  isAccessioned: boolean
  rejected: object | null
  recollectionOf: number | null
  collectedAgainAt: string | null
  /** The order's report has settled it (`isSettled`). */
  isSettled: boolean
}

/**
 * Whether the order's report has settled a sample: the laboratory no longer waits for it, unless it replaces one that
 * was rejected after the report of one test, while another test has none. The database uses the same rule
 * (`is_needed_again`).
 */
export function isSettled(
  { replacedRejectedAt }: { replacedRejectedAt: string | null },
  {
    state,
    reportedAt,
    hasPendingTest,
  }: { state: OrderState; reportedAt: string | null; hasPendingTest: boolean },
): boolean {
  if (state !== 'reported') return false
  const isAfterReport = replacedRejectedAt !== null && reportedAt !== null && replacedRejectedAt > reportedAt
  return !(hasPendingTest && isAfterReport)
}

/** Specification §4, sample statuses; a sample rejected by the laboratory never reaches the later ones. */
export const SAMPLE_STATUSES = ['Awaiting', 'Received', 'Active', 'Complete', 'Rejected'] as const
export type SampleStatus = (typeof SAMPLE_STATUSES)[number]

/** The status of an arrived sample by the state of its order, unless a test of a reported order is pending. */
export const STATUS_AT_LABORATORY = {
  draft: 'Received',
  'en-route': 'Received',
  accessioned: 'Received',
  'in-process': 'Active',
  reported: 'Complete',
  'pending-cancellation': 'Received',
  cancelled: 'Received',
} as const satisfies Record<OrderState, SampleStatus>

export function sampleStatus(
  { isAccessioned, rejected }: Pick<SampleProgress, 'isAccessioned' | 'rejected'>,
  { state, hasPendingTest }: { state: OrderState; hasPendingTest: boolean },
): SampleStatus {
  if (rejected !== null) return 'Rejected'
  if (!isAccessioned) return 'Awaiting'
  // Which specimen a test is done on is the laboratory's to know.
  return STATUS_AT_LABORATORY[state === 'reported' && hasPendingTest ? 'in-process' : state]
}

/** It replaces a rejected sample, and the clinic has not recorded its recollection yet. */
export function needsRecollection(sample: SampleProgress): boolean {
  return sample.recollectionOf !== null && sample.collectedAgainAt === null && staysAway(sample) === null
}

/** The clinic is to collect it again now: not while cancellation is requested, or once the order is cancelled. */
export function isRecollectionDue(sample: SampleProgress, state: OrderState): boolean {
  return needsRecollection(sample) && state !== 'pending-cancellation' && state !== 'cancelled'
}

/** Why it can no longer be shipped; null if it can. */
function staysAway({ isAccessioned, rejected, isSettled }: SampleProgress) {
  if (rejected !== null) return 'The laboratory has rejected this sample.'
  if (isAccessioned) return 'This sample has arrived at the laboratory.'
  return isSettled ? `The order is ${ORDER_STATE_META.reported.display}.` : null
}

/**
 * Why a sample's tracking cannot be entered, even if its order allows it (ACTION_STATES.ship); null if it
 * can. A sample to be recollected can be shipped only afterwards.
 */
export function whyNotShipped(sample: SampleProgress): string | null {
  return (
    staysAway(sample) ??
    (needsRecollection(sample) ? 'This sample must be recollected. Record the recollection first.' : null)
  )
}

/** Why a recollection cannot be recorded; null if it can. */
export function whyNotRecollected(sample: SampleProgress): string | null {
  if (sample.recollectionOf === null) return 'The laboratory has not asked for a recollection of this sample.'
  if (sample.collectedAgainAt !== null) return 'The recollection of this sample is already recorded.'
  return staysAway(sample)
}

/** Why the laboratory cannot do another test on the specimen; null if it can. Data of it can still be analyzed again. */
export function whyNotReusable(
  { rejected }: Pick<SampleProgress, 'rejected'>,
  state: OrderState,
): string | null {
  if (rejected !== null)
    return 'The laboratory has rejected this specimen. Order the test on another one, or start a new order.'
  return canStartFrom('addTest', state)
    ? null
    : `The order of this specimen is ${ORDER_STATE_META[state].display.toLowerCase()}: no test can be added on it. Start a new order.`
}

/** The message for a collection date before `from`, the day on which the replaced specimen was rejected. */
export function beforeRejection(from: IsoDate): string {
  return `This date is before ${dayInWords(from)}, when the laboratory rejected the sample.`
}

/**
 * The number of a specimen: on its label as text and barcode, and in every message (SPM-2). `key` is the
 * specimen's key in the order's document, with `-r1` … for a recollection.
 */
export function specimenNumber(orderId: number, key: string): string {
  return `${orderId}-${key}`
}

/** The document's key of a sample's specimen: a recollected sample has `-r1`, `-r2` … added. */
export function specimenKey(sampleKey: string): string {
  return sampleKey.replace(/-r\d+$/, '')
}
