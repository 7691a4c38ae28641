import { FOLLOW_UP_KINDS, FOLLOW_UP_RESULTS } from '#domain/follow-up/follow-up.ts'
import { oneOf, page, searchOf, words } from '#portal/search-readers.ts'

/** What /follow-up takes from its address; `institution` is the code of the one whose list a mail leads to. */
export const followUpSearch = searchOf({
  institution: words(60),
  status: oneOf(['open', 'overdue', 'closed'] as const, 'open'),
  owner: (given: unknown): 'mine' | 'nobody' | 'all' | number => {
    const number = Number(given)
    if (Number.isSafeInteger(number) && number > 0) return number
    return oneOf(['mine', 'nobody', 'all'] as const, 'all')(given)
  },
  kind: oneOf(FOLLOW_UP_KINDS),
  result: oneOf(FOLLOW_UP_RESULTS),
  page,
})

/** What /laboratory/follow-up takes. */
export const everywhereSearch = searchOf({
  status: oneOf(['escalated', 'overdue', 'open'] as const, 'escalated'),
  page,
})
