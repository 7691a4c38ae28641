import { queryOptions } from '@tanstack/react-query'
import type { resultDeskRoutes } from '#contract/result-desk.ts'
import type { CallOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'

/**
 * No live event tells of what waits here: whoever opens a list sees it as it is now, and it is asked for again
 * while it is open.
 */
const WORK_LIST = { staleTime: 0, refetchInterval: 5_000 }

/** A page of the results that wait, or that were decided. */
export const resultsOptions = (query: CallOf<typeof resultDeskRoutes.list>['query']) =>
  queryOptions({
    queryKey: ['result-desk', 'list', query],
    queryFn: () => api.resultDesk.list({ query }),
    placeholderData: (before) => before,
    ...WORK_LIST,
  })

/** One result with both sides: patient data, so it is forgotten once it is out of sight. */
export const resultOptions = (id: number) =>
  queryOptions({
    queryKey: ['result-desk', 'one', id],
    queryFn: () => api.resultDesk.read({ params: { id } }),
    ...{ gcTime: 0, retry: false },
  })

/** A document of a result that waits. */
export const resultDocumentOptions = (id: number, part: number) =>
  queryOptions({
    queryKey: ['result-desk', 'document', id, part],
    queryFn: () => api.resultDesk.document({ params: { id, part } }),
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false },
  })

/** A document of a report that counts now, beside a result that waits. */
export const reportDocumentOptions = (id: number, version: number, part: number) =>
  queryOptions({
    queryKey: ['result-desk', 'report-document', id, version, part],
    queryFn: () => api.resultDesk.reportDocument({ params: { id, version, part } }),
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false },
  })

/** The people of another order beside what the message says. */
export const candidatesOptions = (id: number, orderId: number | null) =>
  queryOptions({
    queryKey: ['result-desk', 'candidates', id, orderId],
    queryFn: () => api.resultDesk.candidates({ params: { id, orderId: orderId ?? 0 } }),
    enabled: orderId !== null,
    ...{ gcTime: 0, retry: false },
  })

export const noticesOptions = (query: CallOf<typeof resultDeskRoutes.notices>['query']) =>
  queryOptions({
    queryKey: ['result-desk', 'notices', query],
    queryFn: () => api.resultDesk.notices({ query }),
    placeholderData: (before) => before,
    ...WORK_LIST,
  })
