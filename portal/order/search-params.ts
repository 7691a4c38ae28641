import { ORDER_COLUMNS } from '#contract/lists.ts'
import { ALERT_GROUPS } from '#domain/orders/hold-kinds.ts'
import { ORDER_STATUSES, SEARCH_STATUSES } from '#domain/orders/status.ts'
import { RESULT_FILTERS } from '#domain/results/outcomes.ts'
import { parsePlainSearch, stringifyPlainSearch } from '#portal/plain-search.ts'
import { day, flag, oneOf, page, searchOf, trimmed, words } from '#portal/search-readers.ts'
import { store, stored } from '#portal/session/storage.ts'

/** Where orders stand, or that they are drafts that wait for the reader: to go on with, or to submit. */
export const LIST_FILTERS = [...SEARCH_STATUSES, 'asked-of-me'] as const
export type ListFilter = (typeof LIST_FILTERS)[number]

/** Only `true` narrows the list. */
const narrowing = (given: unknown) => flag(given) || undefined

/** What /orders takes from its address, named as the server's filters are. What is not understood is left out. */
export const ordersSearch = searchOf({
  status: oneOf(LIST_FILTERS),
  /** Free text: a patient, a laboratory number, a test, a gene. */
  q: words(100),
  late: narrowing,
  missingInfo: narrowing,
  trackingMissing: narrowing,
  parcelLate: narrowing,
  onHold: narrowing,
  unread: narrowing,
  result: oneOf(RESULT_FILTERS),
  group: oneOf(ALERT_GROUPS),
  orderStatus: oneOf(ORDER_STATUSES),
  dateFrom: day,
  dateTo: day,
  test: trimmed(100),
  provider: trimmed(100),
  patient: trimmed(100),
  labNumber: trimmed(100),
  /** The orders behind a number of the clinic's figures (domain/figures/behind.ts). */
  behind: words(400),
  /** Codes with commas between; left out: the selected institution. */
  hospitalCodes: words(4000),
  orderBy: oneOf(ORDER_COLUMNS, 'orderDate'),
  asc: flag,
  page,
})
export type OrdersSearch = ReturnType<typeof ordersSearch>

/** The list of an address: `?status=in-process&late=true`, with or without the question mark. */
export function readList(search: string): OrdersSearch {
  return ordersSearch(parsePlainSearch(search) as never)
}

/** The list that is shown, for the order page's way back. */
export function rememberList(search: OrdersSearch): void {
  store('from-orders', stringifyPlainSearch(search))
}

/** The list that was seen last: the same filter, words and page; the list from its beginning where none was seen. */
export function listSeenLast(): OrdersSearch {
  return readList(stored('from-orders') ?? '')
}
