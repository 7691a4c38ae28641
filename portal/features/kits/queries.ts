import { queryOptions } from '@tanstack/react-query'
import type { kitsRoutes } from '#contract/kits.ts'
import type { CallOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'

export type KitsQuery = CallOf<typeof kitsRoutes.list>['query']

/** Kits are sent by others: what is shown is asked for again each minute. */
const EVERY_MINUTE = { refetchInterval: 60_000 }

/** A page of an institution's kit orders. While the next loads the one before stays, but never another institution's. */
export const kitsOptions = (hospital: string, query: KitsQuery) =>
  queryOptions({
    queryKey: ['kits', hospital, 'list', query],
    queryFn: () => api.kits.list({ params: { hospital }, query }),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === hospital ? before : undefined),
    ...EVERY_MINUTE,
  })

/** A page of the kit orders of all institutions, for the laboratory. */
export const allKitsOptions = (query: KitsQuery) =>
  queryOptions({
    queryKey: ['kits', 'everywhere', query],
    queryFn: () => api.kits.all({ query }),
    placeholderData: (before) => before,
    ...EVERY_MINUTE,
  })

export const kitOptions = (hospital: string, id: number) =>
  queryOptions({
    queryKey: ['kits', hospital, 'one', id],
    queryFn: () => api.kits.get({ params: { hospital, id } }),
    // The list that leads here may know more than the page did when it was seen last.
    refetchOnMount: 'always',
    ...EVERY_MINUTE,
  })
