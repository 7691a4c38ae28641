import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import type { ListQuery } from '#portal/order/queries.ts'
import { type OrdersSearch, rememberList } from '#portal/order/search-params.ts'
import { queryOf } from './list-filters.ts'

const route = getRouteApi('/signed-in/orders')

/**
 * What the list shows stands in the address bar, so that a link or the back button shows the same list. Every
 * change begins again at page 1.
 */
export function useOrderSearch() {
  const search = route.useSearch()
  useEffect(() => rememberList(search), [search])
  const navigate = route.useNavigate()
  const { page, q = '', asc = false } = search
  const query: ListQuery = { ...queryOf(search), skip: (page - 1) * PAGE_SIZE, top: PAGE_SIZE }
  /** `replace` leaves no trace in the history: for every letter typed. */
  const change = (to: Partial<OrdersSearch>, { replace = false } = {}) =>
    navigate({ search: (before) => ({ ...before, ...to, page: 1 }), replace, resetScroll: false })
  return { ...search, q, asc, search, query, change }
}
