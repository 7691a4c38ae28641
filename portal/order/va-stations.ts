import { queryOptions } from '@tanstack/react-query'
import { api } from '#portal/api.ts'

/** All VA stations. They are few, and seldom change. */
export const vaStationsOptions = queryOptions({
  queryKey: ['catalogue', 'va-stations'],
  queryFn: () => api.catalogue.vaStations({ query: {} }),
  staleTime: 15 * 60_000,
})
