import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useSession } from '../session/session.ts'

/** How many results wait for a person at the laboratory; 0 for everybody but its Support. Asked once a minute. */
export function useResultsToCheck(): number {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: ['result-desk', 'count'],
    queryFn: () => api.resultDesk.list({ query: { limit: 1 } }),
    enabled: user.support,
    refetchInterval: 60_000,
  })
  return data?.waiting ?? 0
}
