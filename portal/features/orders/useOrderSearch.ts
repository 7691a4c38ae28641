import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PAGE_SIZE } from '#portal/list/paging.ts'
import { type ListFilter, rememberList } from './list-address.ts'
import { filterQuery, type ListQuery, type OrderBy } from './queries.ts'

const route = getRouteApi('/signed-in/orders')

interface Change {
  status?: ListFilter | undefined
  q?: string | undefined
  orderBy?: OrderBy
  asc?: boolean
}

/**
 * What the list shows stands in the address bar, so that a link or the back button shows the same list. Every
 * change begins again at page 1.
 */
export function useOrderSearch() {
  const search = route.useSearch()
  useEffect(() => rememberList(search), [search])
  const { status, q = '', orderBy, asc = false, page } = search
  const navigate = route.useNavigate()
  const query: ListQuery = {
    ...filterQuery(status),
    keyword: q || undefined,
    skip: (page - 1) * PAGE_SIZE,
    top: PAGE_SIZE,
    orderBy,
    isAscending: asc ? 'true' : 'false',
  }
  /** `replace` leaves no trace in the history: for every letter typed. */
  const change = (to: Change, { replace = false } = {}) =>
    navigate({ search: (before) => ({ ...before, ...to, page: 1 }), replace, resetScroll: false })
  return { status, q, orderBy, asc, page, query, change }
}
