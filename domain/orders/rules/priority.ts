import { isIsoDate } from '../../dates/dates.ts'
import { ifGiven } from '../field-checks.ts'
import type { Finding } from '../points.ts'
import { apply, type RuleInput } from './rule.ts'

/** A laboratory that is asked to hurry learns why, and by when. */
export function priorityRules(known: RuleInput): Finding[] {
  const { priority, isVOB } = known.document
  if (!priority || isVOB) return []
  const { level, reason = '', explanation = '', neededBy = '' } = priority
  const isUrgent = level !== undefined || neededBy.trim() !== ''
  return [
    ...apply(known, '/priority/reason', reason, [
      'required',
      (value) => (isUrgent && value === '' ? 'Choose why the result is needed sooner' : null),
    ]),
    ...apply(known, '/priority/explanation', explanation, [
      'required',
      (words) =>
        reason === 'Other' && words.trim() === '' ? 'Explain why the result is needed sooner' : null,
    ]),
    ...apply(
      known,
      '/priority/neededBy',
      neededBy,
      ['date', ifGiven((day) => (isIsoDate(day) ? null : 'Needed by: enter a valid date'))],
      [
        'past',
        ifGiven((day, today) => (day < today ? 'The day on which the result is needed has passed' : null)),
      ],
    ),
    ...(level === 'STAT' && neededBy.trim() === ''
      ? [
          {
            ...{ path: '/priority/neededBy', rule: 'needed-by', warningAbout: 'STAT' },
            message: 'A STAT order does not say by when the result is needed',
          },
        ]
      : []),
  ]
}
