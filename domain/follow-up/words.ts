import type { FollowUpOutcome } from './follow-up.ts'

/** What the person stated who closed it. */
export const OUTCOME_WORDS: Readonly<Record<FollowUpOutcome, string>> = {
  'no-action': 'Reviewed, no action',
  acted: 'Reviewed, action taken',
  done: 'Completed',
  withdrawn: 'No longer needed',
}
