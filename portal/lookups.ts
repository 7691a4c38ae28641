import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** Reference lists refresh every 15 minutes (specification §3, Lookups; §9). */
const REFRESH_MS = 900_000

/** A list to choose from, kept fresh as long as it is shown. */
export function lookupOptions(type: 'ethnicities' | 'states') {
  return queryOptions({
    queryKey: ['lookups', type],
    queryFn: () => api.portal.lookup({ params: { type } }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  })
}
