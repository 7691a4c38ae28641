/**
 * The kinds of data that a laboratory may set a time for. In the order in which they are erased: a family lets go of its orders,
 * and an order takes with it what belongs to it.
 */
export const RETENTION_KINDS = [
  'family',
  'order',
  'draft',
  'message',
  'payer-check',
  'kit',
  'mail',
  'invitation',
] as const
export type RetentionKind = (typeof RETENTION_KINDS)[number]

/** How long one kind of data is kept. Null: for ever; on request: not at all. */
export interface RetentionPolicy {
  kind: RetentionKind
  /** Days after which it is erased. */
  days: number | null
  /** Days after which a person's request erases it. */
  daysOnRequest: number | null
}

/** The time may not be longer than a century: longer is 'for ever', which is an empty cell. */
export const MOST_DAYS = 36_525

/**
 * The least that a laboratory can set, in days. Orders: two years, which 42 CFR 493.1105(a) asks for orders and test reports;
 * its state or country may ask for more. The others: long enough that nobody still works with it.
 */
function leastDays(kind: RetentionKind): number {
  switch (kind) {
    case 'order':
    case 'family':
      return 730
    case 'payer-check':
      return 365
    case 'draft':
    case 'message':
    case 'kit':
    case 'mail':
    case 'invitation':
      return 30
  }
}

/** Whether a person's request can erase it: a kind that belongs to one patient, and that the clinic or laboratory may give up. */
const isErasedOnRequest = (kind: RetentionKind): boolean => kind === 'order' || kind === 'draft'

/** What is wrong with a policy, each at its member; none if it can be used. */
export function policyFaults(policy: RetentionPolicy): { at: 'days' | 'daysOnRequest'; rule: string }[] {
  const { kind, days, daysOnRequest } = policy
  const faults: { at: 'days' | 'daysOnRequest'; rule: string }[] = []
  const least = leastDays(kind)
  if (days !== null && days < least)
    faults.push({ at: 'days', rule: `is less than ${least}, the least for ${kind}` })
  if (daysOnRequest === null) return faults
  if (!isErasedOnRequest(kind))
    faults.push({ at: 'daysOnRequest', rule: `has to be empty: ${kind} is not erased on request` })
  else if (kind === 'order' && daysOnRequest < least)
    faults.push({ at: 'daysOnRequest', rule: `is less than ${least}, the least for ${kind}` })
  if (days !== null && daysOnRequest > days)
    faults.push({
      at: 'daysOnRequest',
      rule: `is more than the ${days} days after which ${kind} is erased anyway`,
    })
  return faults
}
