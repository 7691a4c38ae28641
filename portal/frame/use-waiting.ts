import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { hasPermissionAnywhere } from '../session/guards.ts'
import { useSession } from '../session/session.ts'

/** Who waits for the approval of whoever may decide, and only how many; not enabled for everybody else. Asked once a minute. */
export function useWaitingQuery() {
  const { user, mayManageUsers } = useSession()
  return useQuery({
    queryKey: ['users', 'waiting', 'count'],
    queryFn: () => api.users.waiting({ query: { limit: 1 } }),
    enabled: mayManageUsers && hasPermissionAnywhere(user, ['CreateUser']),
    refetchInterval: 60_000,
  })
}

/** How many wait for the approval of whoever may decide, null until it is known; 0 for everybody else. */
export function useWaiting(): number | null {
  const { data, isLoading } = useWaitingQuery()
  return isLoading ? null : (data?.meta.total ?? 0)
}
