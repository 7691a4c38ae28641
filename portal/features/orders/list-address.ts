import { z } from 'zod'
import { ORDER_COLUMNS } from '#contract/order-search.ts'
import { isIsoDate } from '#domain/dates/dates.ts'
import { ALERT_GROUPS } from '#domain/orders/holds.ts'
import { ORDER_STATUSES, SEARCH_STATUSES } from '#domain/orders/status.ts'
import { parsePlainSearch, stringifyPlainSearch } from '#portal/plain-search.ts'
import { store, stored } from '#portal/session/storage.ts'

/** Where orders stand, or that they are drafts which the reader is asked to submit. */
export const LIST_FILTERS = [...SEARCH_STATUSES, 'asked-of-me'] as const
export type ListFilter = (typeof LIST_FILTERS)[number]

const text = z.string().trim().max(100).optional().catch(undefined)
const day = z.string().refine(isIsoDate).optional().catch(undefined)
/** Text from an address, or the value itself once it has been read; only `true` narrows the list. */
const flag = z
  .union([z.boolean(), z.stringbool()])
  .transform((is) => is || undefined)
  .optional()
  .catch(undefined)

/** What /orders takes from its address, named as the server's filters are. What is not understood is left out. */
export const ordersSearch = z.object({
  status: z.enum(LIST_FILTERS).optional().catch(undefined),
  /** Free text: a patient, a laboratory number, a test, a gene. */
  q: z.string().max(100).optional().catch(undefined),
  late: flag,
  missingInfo: flag,
  onHold: flag,
  unread: flag,
  group: z.enum(ALERT_GROUPS).optional().catch(undefined),
  orderStatus: z.enum(ORDER_STATUSES).optional().catch(undefined),
  dateFrom: day,
  dateTo: day,
  test: text,
  provider: text,
  patient: text,
  labNumber: text,
  /** Codes with commas between; left out: the selected institution. */
  hospitalCodes: z.string().max(4000).optional().catch(undefined),
  orderBy: z.enum(ORDER_COLUMNS).default('orderDate').catch('orderDate'),
  /** Text from an address, or the value itself once it has been read. */
  asc: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  page: z.coerce.number<number | string>().int().min(1).default(1).catch(1),
})
export type OrdersSearch = z.output<typeof ordersSearch>

/** The list of an address: `?status=in-process&late=true`, with or without the question mark. */
export function readList(search: string): OrdersSearch {
  return ordersSearch.parse(parsePlainSearch(search))
}

/** The list that is shown, for the order page's way back. */
export function rememberList(search: OrdersSearch): void {
  store('from-orders', stringifyPlainSearch(search))
}

/** The list that was seen last: the same filter, words and page; the list from its beginning where none was seen. */
export function listSeenLast(): OrdersSearch {
  return readList(stored('from-orders') ?? '')
}
