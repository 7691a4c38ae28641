import type { ServiceRequest, Task } from 'fhir/r4.js'
import type { OrderStage } from '#domain/orders/status.ts'
import type { SearchableType } from './criteria.ts'

export type SubmittedStage = Exclude<OrderStage, 'draft'>

/** What the statuses of an order's Task and tests follow from. */
export interface Followed {
  stage: SubmittedStage
  /** It is reported, and one of its tests has no final report yet. */
  hasPendingTest: boolean
  /** The laboratory waits for an answer of the clinic: before the first report, or asked after it. */
  isOnHold: boolean
}

/** A test of the order: its own final report, for everybody tested, and its own cancellation by the laboratory. */
export interface FollowedTest {
  isReported: boolean
  isCancelled: boolean
}

/** A test's own report or cancellation decides before its order, which is reported with the first of its tests. */
export function requestStatus(
  { stage, hasPendingTest, isOnHold }: Followed,
  { isReported, isCancelled }: FollowedTest,
): ServiceRequest['status'] {
  if (isReported) return 'completed'
  if (isCancelled || stage === 'cancelled') return 'revoked'
  // Under which codes the laboratory reports may be its own.
  if (stage === 'reported' && !hasPendingTest) return 'completed'
  return isOnHold ? 'on-hold' : 'active'
}

const TASK_STATUS: Record<SubmittedStage, Task['status']> = {
  'en-route': 'requested',
  accessioned: 'accepted',
  'in-process': 'in-progress',
  reported: 'completed',
  cancelled: 'cancelled',
}

/** Completed only once no test waits for its report. */
export function taskStatus({ stage, hasPendingTest, isOnHold }: Followed): Task['status'] {
  if (isOnHold) return 'on-hold'
  return stage === 'reported' && hasPendingTest ? 'in-progress' : TASK_STATUS[stage]
}

/** The single status that all resources of a type have. */
export const ONLY_STATUS: Partial<Record<SearchableType, string>> = {
  Coverage: 'active',
  QuestionnaireResponse: 'completed',
}
