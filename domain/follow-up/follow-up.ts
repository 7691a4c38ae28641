/** What a person at the clinic has to see through. */
export const FOLLOW_UP_KINDS = ['report', 'reclassification', 'reanalysis'] as const
export type FollowUpKind = (typeof FOLLOW_UP_KINDS)[number]

/**
 * A report's result, as far as the laboratory sent it as data: its own overall interpretation, never concluded from
 * the variants. `failed`: the test gave no result. `not-stated`: the report is a document only, or does not say.
 */
export const FOLLOW_UP_RESULTS = [
  'positive',
  'uncertain',
  'negative',
  'failed',
  'not-stated',
  'withdrawn',
] as const
export type FollowUpResult = (typeof FOLLOW_UP_RESULTS)[number]

/**
 * The trail of a follow-up. `moved`: a new version of its report arrived, and it is now about that one. `carried`:
 * a new version that needs no new acknowledgement. `assigned`: a person gave it to somebody. `reassigned`: its owner
 * can no longer see the order, and the rule chose another. `step`: a part of it was done.
 */
export const FOLLOW_UP_EVENTS = [
  ...(['opened', 'moved', 'carried', 'assigned', 'taken-over', 'reassigned'] as const),
  ...(['step', 'escalated', 'acknowledged', 'closed'] as const),
]
export type FollowUpEvent = (typeof FOLLOW_UP_EVENTS)[number]

/** What the person states who acknowledges a report. */
export const ACKNOWLEDGEMENTS = ['no-action', 'acted'] as const
export type Acknowledgement = (typeof ACKNOWLEDGEMENTS)[number]

/** How a follow-up ended. `done`: its last step. `withdrawn`: its reason no longer exists. */
export const FOLLOW_UP_OUTCOMES = [...ACKNOWLEDGEMENTS, 'done', 'withdrawn'] as const
export type FollowUpOutcome = (typeof FOLLOW_UP_OUTCOMES)[number]
