/**
 * What is recorded about a relative and a finding. `class`: the finding has another class, about nobody. `no longer told`: the
 * person decided that nothing of their test elsewhere is told any more.
 */
export const FAMILY_STEP_KINDS = [
  ...(['told', 'code given', 'code redeemed', 'sample', 'tested', 'positive', 'negative'] as const),
  ...(['result withdrawn', 'declined', 'not reachable', 'class', 'no longer told'] as const),
]
export type FamilyStepKind = (typeof FAMILY_STEP_KINDS)[number]

/** What the family's clinic records by itself; the others come with a code, or with a class. */
export const RECORDED_STEPS = [
  ...(['told', 'sample', 'tested', 'positive', 'negative'] as const),
  ...(['result withdrawn', 'declined', 'not reachable'] as const),
]

export const TOLD_WAYS = ['by the family', 'visit', 'phone', 'letter', 'message'] as const

/** What a person agreed that their family's clinic learns of their test, each with what stands before it. */
export const VISIBLE_TO_FAMILY = ['nothing', 'redeemed', 'tested', 'result'] as const
export type VisibleToFamily = (typeof VISIBLE_TO_FAMILY)[number]

/** What a person must have agreed to, before their family's clinic sees a step of theirs. */
export function neededFor(kind: FamilyStepKind): Exclude<VisibleToFamily, 'nothing'> | '' {
  if (kind === 'positive' || kind === 'negative' || kind === 'result withdrawn') return 'result'
  return kind === 'tested' || kind === 'sample' ? 'tested' : kind === 'code redeemed' ? 'redeemed' : ''
}
