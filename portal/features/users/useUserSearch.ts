import { getRouteApi } from '@tanstack/react-router'
import type { UserStatus } from '#domain/lookups.ts'
import type { UsersQuery } from './queries.ts'

const route = getRouteApi('/signed-in/users')

/** What the list shows stands in the address bar. Every change begins again at page 1. */
export function useUserSearch() {
  const { status, q = '', page } = route.useSearch()
  const navigate = route.useNavigate()
  const query: UsersQuery = { status, search: q || undefined, page }
  /** `replace` leaves no trace in the history: for every letter typed. */
  const change = (
    to: { status?: UserStatus | undefined; q?: string | undefined },
    { replace = false } = {},
  ) => navigate({ search: (before) => ({ ...before, ...to, page: 1 }), replace, resetScroll: false })
  return { status, q, page, query, change }
}
