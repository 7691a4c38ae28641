import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'

/** Hospitals' interfaces and what of their orders waits. Nobody is told of it: it is asked for again while it is open. */
export const ehrOptions = queryOptions({
  queryKey: ['laboratory', 'ehr'],
  queryFn: () => api.ehr.overview(),
  ...{ staleTime: 0, refetchInterval: 60_000 },
})
