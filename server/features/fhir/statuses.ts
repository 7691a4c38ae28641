import type { ServiceRequest, Task } from 'fhir/r4.js'
import type { OrderStage } from '#domain/orders/status.ts'
import type { SearchableType } from './criteria.ts'

export type SubmittedStage = Exclude<OrderStage, 'draft'>

/** The status for each stage. While the laboratory waits for the clinic, the status is on-hold instead. */
export const REQUEST_STATUS: Record<SubmittedStage, ServiceRequest['status']> = {
  'en-route': 'active',
  accessioned: 'active',
  'in-process': 'active',
  reported: 'completed',
  cancelled: 'revoked',
}
export const TASK_STATUS: Record<SubmittedStage, Task['status']> = {
  'en-route': 'requested',
  accessioned: 'accepted',
  'in-process': 'in-progress',
  reported: 'completed',
  cancelled: 'cancelled',
}

/**
 * The stages of orders whose resources of the type may have one of `asked`; null for types without such a
 * status.
 */
export function statesFor(type: SearchableType, statuses: readonly string[]): SubmittedStage[] | null {
  const table = type === 'Task' ? TASK_STATUS : type === 'ServiceRequest' ? REQUEST_STATUS : null
  return table && (Object.keys(table) as SubmittedStage[]).filter((state) => statuses.includes(table[state]))
}

/** The single status that all resources of a type have. */
export const ONLY_STATUS: Partial<Record<SearchableType, string>> = {
  Coverage: 'active',
  QuestionnaireResponse: 'completed',
}
