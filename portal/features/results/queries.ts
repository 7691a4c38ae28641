import { queryOptions } from '@tanstack/react-query'
import type { resultsRoutes } from '#contract/results.ts'
import type { CallOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'

export type ResultsQuery = CallOf<typeof resultsRoutes.search>['query']

/** Under the institution's orders: a live update of any institution searched reads it again, so that a withdrawn result leaves the page. */
export const resultsOptions = (hospital: string, query: ResultsQuery) =>
  queryOptions({
    queryKey: ['orders', hospital, 'results', query],
    queryFn: () => api.results.search({ params: { hospital }, query }),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === hospital ? before : undefined),
  })
