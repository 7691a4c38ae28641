import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { followUpRoutes } from '#contract/follow-up.ts'
import type { CallOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'

// Under the orders of the institution: a live update of an order reads them again.
const keyOf = (hospitalCode: string) => ['orders', hospitalCode, 'follow-up'] as const

export const followUpsOptions = (hospitalCode: string, query: CallOf<typeof followUpRoutes.list>['query']) =>
  queryOptions({
    queryKey: [...keyOf(hospitalCode), 'list', query],
    queryFn: () => api.followUp.list({ params: { h: hospitalCode }, query }),
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.queryKey[1] === hospitalCode ? before : undefined,
  })

export const followUpCountsOptions = (hospitalCode: string) =>
  queryOptions({
    queryKey: [...keyOf(hospitalCode), 'counts'],
    queryFn: () => api.followUp.counts({ params: { h: hospitalCode } }),
  })

/** The follow-ups of one order with their trails. */
export const orderFollowUpsOptions = (hospitalCode: string, id: number) =>
  queryOptions({
    queryKey: [...keyOf(hospitalCode), 'of', id],
    queryFn: () => api.followUp.ofOrder({ params: { h: hospitalCode, id } }),
  })

export const colleaguesOptions = (hospitalCode: string) =>
  queryOptions({
    queryKey: ['users', hospitalCode, 'follow-up-owners'],
    queryFn: () => api.followUp.colleagues({ params: { h: hospitalCode } }),
  })

export const rulesOptions = (hospitalCode: string) =>
  queryOptions({
    queryKey: ['follow-up-rules', hospitalCode],
    queryFn: () => api.followUp.rules({ params: { h: hospitalCode } }),
  })

/** For Support, of all institutions: no live update tells of them, so that they are asked for again. */
export const everywhereOptions = (query: CallOf<typeof followUpRoutes.everywhere>['query']) =>
  queryOptions({
    queryKey: ['follow-up-everywhere', query],
    queryFn: () => api.followUp.everywhere({ query }),
    placeholderData: (before) => before,
    refetchInterval: 60_000,
  })

/** A refusal may be that a colleague has done it, or that a new version has arrived: all is read again. */
const readAgain = (queries: QueryClient, hospitalCode: string) =>
  queries.invalidateQueries({ queryKey: ['orders', hospitalCode] })

export function useAcknowledgeReport(
  { hospitalCode: h, id }: { hospitalCode: string; id: number },
  onDone: () => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: CallOf<typeof followUpRoutes.acknowledge>['body']) =>
      api.followUp.acknowledge({ params: { h, id }, body }),
    onSuccess: onDone,
    // It confirms the reader's notices about the report as well.
    onSettled: () =>
      Promise.all([readAgain(queries, h), queries.invalidateQueries({ queryKey: ['report-notices'] })]),
  })
}

/** Takes a follow-up over, or hands it to a colleague. */
export function useAssign({ hospitalCode: h, id }: { hospitalCode: string; id: number }, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: CallOf<typeof followUpRoutes.assign>['body']) =>
      api.followUp.assign({ params: { h, id }, body }),
    onSuccess: onDone,
    onSettled: () => readAgain(queries, h),
  })
}
