import type { FollowUpEvent, FollowUpKind, FollowUpOutcome, FollowUpResult } from './follow-up.ts'
import type { ContactWay, ReclassificationStep } from './reclassification.ts'

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

/** What was recorded about a reclassification. */
export const STEP_WORDS: Readonly<Record<ReclassificationStep, string>> = {
  'orderer-told': 'Ordering provider told',
  'patient-told': 'Patient told',
  'patient-not-reached': 'Patient not reached',
  'patient-unreachable': 'Patient cannot be reached',
  'patient-refused': 'Patient does not want to be told',
  'relative-listed': 'Relative listed',
  'no-relatives': 'No relatives to tell',
  'relative-told': 'Relative told',
  'relative-tested': 'Relative tested',
  'relative-declined': 'Relative declined',
  letter: 'Letter made',
}

export const WAY_WORDS: Readonly<Record<ContactWay, string>> = {
  'in-person': 'in person',
  phone: 'by phone',
  video: 'by video',
  letter: 'by letter',
  'portal-message': 'by message',
  'read-here': 'read the report in the portal',
}
