import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Appointment, counselingRoutes } from '#contract/counseling.ts'
import type { CallOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'

const KEY = ['counseling']

/**
 * A page of requests. That somebody looks is written down each time, so they are asked for again only while something
 * waits to be handed over; patient data is not kept once it is out of sight.
 */
export const requestsOptions = (query: CallOf<typeof counselingRoutes.list>['query']) =>
  queryOptions({
    queryKey: [...KEY, query],
    queryFn: () => api.counseling.list({ query }),
    placeholderData: (before) => before,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.waiting.count > 0 ? 15_000 : false),
  })

/** What can be done about one request; the list is read again whatever came of it. */
export function useRequestActions() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: KEY })
  const again = useMutation({
    mutationFn: ({ id, events }: Appointment) =>
      api.counseling.again({ params: { id }, query: { seen: events.length } }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id, because }: { id: number; because: string }) =>
      api.counseling.remove({ params: { id }, body: { because } }),
    onSettled,
  })
  return { again, remove }
}
