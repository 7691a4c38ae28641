import { dayInWords, type IsoDate } from '../dates/dates.ts'
import type { OrderState } from '../orders/status.ts'

/** What a sample's standing is read from. Instants are ISO text, as the server gives them. */
export interface SampleProgress {
  isAccessioned: boolean
  rejected: object | null
  recollectionOf: number | null
  collectedAgainAt: string | null
}

/** Specification §4, sample statuses; the laboratory's rejection ends the way of a sample before them. */
export const SAMPLE_STATUSES = ['Awaiting', 'Received', 'Active', 'Complete', 'Rejected'] as const
export type SampleStatus = (typeof SAMPLE_STATUSES)[number]

/** What a sample that has arrived is while its order is in a state. */
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
  state: OrderState,
): SampleStatus {
  if (rejected !== null) return 'Rejected'
  return isAccessioned ? STATUS_AT_LABORATORY[state] : 'Awaiting'
}

/** It was rejected before it stood here, and the clinic has not said yet that it was taken again. */
export function needsRecollection(sample: SampleProgress): boolean {
  return sample.recollectionOf !== null && sample.collectedAgainAt === null && staysAway(sample) === null
}

/** Why nothing can travel any more; null while it can. */
function staysAway({ isAccessioned, rejected }: Pick<SampleProgress, 'isAccessioned' | 'rejected'>) {
  if (rejected !== null) return 'The laboratory has rejected this sample.'
  return isAccessioned ? 'This sample has arrived at the laboratory.' : null
}

/**
 * Why a sample's way cannot be said, whatever its order allows (ACTION_STATES.ship); null where it can. One that is to be
 * taken again travels once it was.
 */
export function whyNotShipped(sample: SampleProgress): string | null {
  return (
    staysAway(sample) ??
    (needsRecollection(sample) ? 'This sample must be recollected. Record the recollection first.' : null)
  )
}

/** Why it cannot be said that a sample was taken again; null where it can. */
export function whyNotRecollected(sample: SampleProgress): string | null {
  if (sample.recollectionOf === null) return 'The laboratory has not asked for a recollection of this sample.'
  if (sample.collectedAgainAt !== null) return 'The recollection of this sample is already recorded.'
  return staysAway(sample)
}

/** Why a specimen cannot have been collected before `from`, the day on which the one that it replaces was rejected. */
export function beforeRejection(from: IsoDate): string {
  return `This date is before ${dayInWords(from)}, when the laboratory rejected the sample.`
}

/** The document's key of the specimen that a sample is of: one taken again has `-r1`, `-r2` … after it. */
export function specimenKey(sampleKey: string): string {
  return sampleKey.replace(/-r\d+$/, '')
}
