import { KIT_ORDERS } from '#contract/lists.ts'
import { KIT_STATUSES } from '#domain/kits/kit.ts'
import { KIT_TYPES } from '#domain/lookups.ts'
import { flag, id, oneOf, page, searchOf, words } from '#portal/search-readers.ts'

/** What /kits takes from its address. */
export const kitsSearch = searchOf({
  status: oneOf(KIT_STATUSES),
  kit: oneOf(KIT_TYPES),
  /** Free text: a recipient, a number, a tracking number. */
  q: words(100),
  orderBy: oneOf(KIT_ORDERS, 'ordered'),
  asc: flag,
  page,
})
export type KitsSearch = ReturnType<typeof kitsSearch>

/** What /kits-to-send takes: what waits, the longest first, and what was sent. */
export const sendingSearch = searchOf({ status: oneOf(KIT_STATUSES, 'ordered'), q: words(100), page })

/** What /kit-order takes: the number of a kit order that is ordered again. */
export const kitOrderSearch = searchOf({ from: id })
