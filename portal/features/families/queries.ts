import { queryOptions } from '@tanstack/react-query'
import type { familiesRoutes } from '#contract/families.ts'
import type { CallOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'

export const familiesOptions = (hospital: string, query: CallOf<typeof familiesRoutes.list>['query']) =>
  queryOptions({
    queryKey: ['families', hospital, 'list', query],
    queryFn: () => api.families.list({ params: { hospital }, query }),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === hospital ? before : undefined),
  })

export const familyOptions = (hospital: string, id: number) =>
  queryOptions({
    queryKey: ['families', hospital, 'one', id],
    queryFn: () => api.families.get({ params: { hospital, id } }),
  })
