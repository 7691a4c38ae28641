import type { FollowUpEvent, FollowUpKind, FollowUpOutcome, FollowUpResult } from './follow-up.ts'

export const KIND_WORDS: Readonly<Record<FollowUpKind, string>> = {
  report: 'Report',
  reclassification: 'Reclassification',
  reanalysis: 'Reanalysis',
}

export const RESULT_WORDS: Readonly<Record<FollowUpResult, string>> = {
  positive: 'Positive',
  uncertain: 'Inconclusive',
  negative: 'Negative',
  failed: 'Test failed',
  'not-stated': 'Not stated',
  withdrawn: 'Withdrawn',
}

/** What the person stated who closed it. */
export const OUTCOME_WORDS: Readonly<Record<FollowUpOutcome, string>> = {
  'no-action': 'Reviewed, no action',
  acted: 'Reviewed, action taken',
  done: 'Completed',
  withdrawn: 'No longer needed',
}

export const EVENT_WORDS: Readonly<Record<FollowUpEvent, string>> = {
  opened: 'Opened',
  moved: 'New version',
  carried: 'New version, same result',
  assigned: 'Handed over',
  'taken-over': 'Taken over',
  reassigned: 'Reassigned',
  step: 'Step done',
  escalated: 'Escalated',
  acknowledged: 'Acknowledged',
  closed: 'Closed',
}
