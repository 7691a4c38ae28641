import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** Reference lists refresh every 15 minutes (specification §3, Lookups; §9). */
const REFRESH_MS = 900_000

/** The names of a list, as the server has them now; undefined before they are known, or while `enabled` is false. */
export function useLookupNames(
  type: 'countries' | 'document-types',
  enabled = true,
): readonly string[] | undefined {
  const { data } = useQuery({ ...lookupOptions(type), enabled })
  return data?.map(({ name }) => name)
}

/** A list to choose from, kept fresh as long as it is shown. */
export function lookupOptions(type: 'countries' | 'document-types' | 'ethnicities' | 'states') {
  return queryOptions({
    queryKey: ['lookups', type],
    queryFn: () => api.portal.lookup({ params: { type } }),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  })
}
