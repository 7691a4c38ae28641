import { z } from 'zod'
import { SEARCH_STATUSES } from '#domain/orders/status.ts'
import { parsePlainSearch, stringifyPlainSearch } from '#portal/plain-search.ts'
import { store, stored } from '#portal/session/storage.ts'

/** Where orders stand, or that they are drafts which the reader is asked to submit. */
export const LIST_FILTERS = [...SEARCH_STATUSES, 'asked-of-me'] as const
export type ListFilter = (typeof LIST_FILTERS)[number]

/** What /orders takes from its address. */
export const ordersSearch = z.object({
  status: z.enum(LIST_FILTERS).optional().catch(undefined),
  /** Free text: a patient, a laboratory number, a test. */
  q: z.string().max(100).optional().catch(undefined),
  orderBy: z
    .enum(['orderDate', 'patient', 'test', 'labNumber', 'status', 'expected'])
    .default('orderDate')
    .catch('orderDate'),
  /** Text from an address, or the value itself once it has been read. */
  asc: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  page: z.coerce.number<number | string>().int().min(1).default(1).catch(1),
})

/** The list that is shown, for the order page's way back. */
export function rememberList(search: z.output<typeof ordersSearch>): void {
  store('from-orders', stringifyPlainSearch(search))
}

/** The list that was seen last: the same filter, words and page; the list from its beginning where none was seen. */
export function listSeenLast(): z.output<typeof ordersSearch> {
  return ordersSearch.parse(parsePlainSearch(stored('from-orders') ?? ''))
}
