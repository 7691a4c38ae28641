import type { FollowUpView } from '#contract/follow-up.ts'

/** The fragment of the follow-up card on an order's page. */
export const FOLLOW_UP_HASH = 'follow-up'

/** The fragment of the card in which a person works on a follow-up. */
export function placeOf({ id, kind }: Pick<FollowUpView, 'id' | 'kind'>): string {
  if (kind === 'reclassification') return `reclassification-${id}`
  return kind === 'reanalysis' ? 'reanalysis' : FOLLOW_UP_HASH
}
