import type { IsoDate } from '../dates/dates.ts'
import { addDays } from '../turnaround/laboratory-days.ts'
import type { InstitutionRole } from '../users/roles.ts'
import type { FollowUpResult } from './follow-up.ts'
import type { ReclassificationRules } from './reclassification.ts'

/** What an institution sets a number of days for. `changed`: corrected, withdrawn, or with another result than before. */
export const DAY_RULES = ['changed', 'positive', 'uncertain', 'not-stated', 'negative'] as const
export type DayRule = (typeof DAY_RULES)[number]

export const MOST_DAYS = 365

/** An institution's own rules. Days are calendar days: a patient waits on weekends too. */
export interface FollowUpRules {
  /** Days from the report's arrival until somebody must have acknowledged it. */
  days: Readonly<Record<DayRule, number>>
  /** Who is told at the institution when it is late: one user, or everybody with a role. */
  escalateTo: { userId: number } | { role: InstitutionRole }
  /** Days after the due day until the laboratory’s Support is told as well. */
  supportDays: number
  /** Left out: `INITIAL_RECLASSIFICATION_RULES`. */
  reclassification?: ReclassificationRules
}

/** Where each institution starts. It sets its own; no figure here is clinical advice. */
export const INITIAL_RULES: FollowUpRules = {
  days: { changed: 2, positive: 3, uncertain: 7, 'not-stated': 7, negative: 14 },
  escalateTo: { role: 'SuperUser' },
  supportDays: 7,
}

/** A failed test needs somebody to act, as an uncertain result does. */
const DAY_RULE_OF: Readonly<Record<FollowUpResult, DayRule>> = {
  positive: 'positive',
  uncertain: 'uncertain',
  negative: 'negative',
  failed: 'uncertain',
  'not-stated': 'not-stated',
  withdrawn: 'changed',
}

/**
 * The last day on which an acknowledgement is on time. A change is due sooner than its result alone would be, never
 * later; and a follow-up that was due already does not get more time (`dueOn`).
 */
export function dueDay(
  { days }: Pick<FollowUpRules, 'days'>,
  { result, isChange }: { result: FollowUpResult; isChange: boolean },
  { today, dueOn = null }: { today: IsoDate; dueOn?: IsoDate | null },
): IsoDate {
  const ofResult = days[DAY_RULE_OF[result]]
  const due = addDays(today, isChange ? Math.min(days.changed, ofResult) : ofResult)
  return dueOn !== null && dueOn < due ? dueOn : due
}

/** Who has been told that it is late: nobody yet, the institution, the laboratory’s Support too. */
export const ESCALATION_LEVELS = [0, 1, 2] as const
export type EscalationLevel = (typeof ESCALATION_LEVELS)[number]

interface Lateness {
  dueOn: IsoDate | null
  /** Nobody owns it: the institution is told immediately. */
  isOwned: boolean
  /** There is somebody at the institution to tell, other than the owner. */
  hasContact: boolean
  today: IsoDate
}

/**
 * How far it must have been escalated by today, however long ago the last look was: after a pause one step leads
 * there. Nobody to tell at the institution: the laboratory’s Support instead.
 */
export function levelOn(
  { supportDays }: Pick<FollowUpRules, 'supportDays'>,
  { dueOn, isOwned, hasContact, today }: Lateness,
): EscalationLevel {
  if (dueOn !== null && today > addDays(dueOn, supportDays)) return 2
  const isLate = !isOwned || (dueOn !== null && today > dueOn)
  if (!isLate) return 0
  return hasContact ? 1 : 2
}

export interface RuleFault {
  path: string
  rule: string
  message: string
}

/** What is wrong with an institution's rules: positive and changed results come first. */
export function ruleFaults({ days }: Pick<FollowUpRules, 'days'>): RuleFault[] {
  const faults: RuleFault[] = []
  const later = (['uncertain', 'not-stated', 'negative'] as const).filter(
    (rule) => days.positive > days[rule],
  )
  if (later.length > 0)
    faults.push({
      path: '/days/positive',
      rule: 'soonest',
      message: 'A positive result must not have more days than any other result.',
    })
  if (days.changed > days.negative)
    faults.push({
      path: '/days/changed',
      rule: 'sooner',
      message: 'A corrected or withdrawn report must not have more days than a negative result.',
    })
  return faults
}
