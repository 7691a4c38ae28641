import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { hasPermissionAnywhere } from '../session/guards.ts'
import { useSession } from '../session/session.ts'

/** How many wait for the approval of whoever may decide, null until it is known; 0 for everybody else. Asked once a minute. */
export function useWaiting(): number | null {
  const { user, mayManageUsers } = useSession()
  const { data, isLoading } = useQuery({
    queryKey: ['users', 'waiting', 'count'],
    queryFn: () => api.users.waiting({ query: { limit: 1 } }),
    enabled: mayManageUsers && hasPermissionAnywhere(user, ['CreateUser']),
    refetchInterval: 60_000,
  })
  return isLoading ? null : (data?.meta.total ?? 0)
}
