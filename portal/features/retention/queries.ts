import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'

/** Nobody is told of a round: it is asked for again while the page is open. */
export const retentionOptions = queryOptions({
  queryKey: ['laboratory', 'retention'],
  queryFn: () => api.retention.overview(),
  ...{ staleTime: 0, refetchInterval: 60_000 },
})
