import { dayInWords, type IsoDate, isIsoDate } from '../dates/dates.ts'

/** More urgent than routine: HL7 table 0485 has `A` and `S` for them. */
export const PRIORITIES = ['ASAP', 'STAT'] as const
export type Priority = (typeof PRIORITIES)[number]

export const PRIORITY_REASONS = [
  'Ongoing pregnancy',
  'Treatment decision',
  'Transplant',
  'Critically ill',
  'Other',
] as const

/**
 * How soon the clinic needs the result, and why. Left out: routine. It asks the laboratory, and does not change the
 * test's own time.
 */
export interface OrderPriority {
  /** Left out: routine, with a day by which the result is needed. */
  level?: Priority
  reason?: (typeof PRIORITY_REASONS)[number]
  /** What the reason does not say; needed if it is Other. */
  explanation?: string
  /** ISO date, the last day on which the result is of use. */
  neededBy?: IsoDate
}

/** The reason in one line; '' if there is none. */
export function priorityReasonInWords({ reason, explanation = '' }: OrderPriority): string {
  return [reason === 'Other' ? '' : reason, explanation.trim()].filter(Boolean).join(': ')
}

/** All of it in one line; '' if there is none. */
export function priorityInWords(priority: OrderPriority | undefined): string {
  if (!priority) return ''
  const { level, neededBy = '' } = priority
  const by = isIsoDate(neededBy) ? dayInWords(neededBy) : neededBy
  const urgency = [level ?? (by && 'Routine'), by && `needed by ${by}`].filter(Boolean).join(', ')
  return [urgency, priorityReasonInWords(priority)].filter(Boolean).join('. ')
}
