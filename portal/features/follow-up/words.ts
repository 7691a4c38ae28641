import type { FollowUpView } from '#contract/follow-up.ts'
import { KIND_WORDS, RESULT_WORDS } from '#domain/follow-up/words.ts'
import { STATUS_WORDS } from '#domain/reports/words.ts'
import { showDate } from '#ui/dates.ts'
import * as texts from './texts.ts'

/** What a follow-up is about, in a line: `Report, version 2, corrected`. */
export function subjectInWords({ kind, detail }: Pick<FollowUpView, 'kind' | 'detail'>): string {
  if (detail.kind !== 'report') return KIND_WORDS[kind]
  return `${KIND_WORDS[kind]}, ${texts.versionAndStatus(detail.number, STATUS_WORDS[detail.status])}`
}

/** The result, with the one before if it was another. */
export function resultInWords({ result, detail }: Pick<FollowUpView, 'result' | 'detail'>): string {
  const before = detail.kind === 'report' ? detail.before : null
  const words = RESULT_WORDS[result]
  return before === null || before === result
    ? words
    : `${words}, ${texts.resultBefore(RESULT_WORDS[before])}`
}

export function dueInWords({
  dueOn,
  isOverdue,
  kind,
}: Pick<FollowUpView, 'dueOn' | 'isOverdue' | 'kind'>): string {
  if (dueOn === null) return texts.noDay
  const day = showDate(dueOn)
  if (isOverdue) return texts.late(day)
  return kind === 'report' ? texts.acknowledgeBy(day) : texts.doBy(day)
}

export function ownerInWords({ owner, isOwn }: Pick<FollowUpView, 'owner' | 'isOwn'>): string {
  if (isOwn) return texts.ownedByYou
  return owner ? texts.ownedBy(owner.name) : texts.noOwner
}

/** Serious ones are colored; the word says it too. */
export const RESULT_COLORS: Readonly<Record<FollowUpView['result'], string>> = {
  ...{ positive: 'red', withdrawn: 'red', failed: 'yellow', uncertain: 'yellow' },
  ...{ 'not-stated': 'gray', negative: 'gray' },
}
