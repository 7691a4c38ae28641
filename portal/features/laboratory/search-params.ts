import { MESSAGE_LISTS } from '#contract/lists.ts'
import { oneOf, page, searchOf, words } from '#portal/search-readers.ts'

/** What /laboratory takes from its address. */
export const laboratorySearch = searchOf({
  status: oneOf(MESSAGE_LISTS, 'waiting'),
  /** Free text: an order's number, part of a control id or of a sender. */
  q: words(100),
  page,
})
