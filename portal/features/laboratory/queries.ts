import { queryOptions } from '@tanstack/react-query'
import type { LaboratoryMessage, laboratoryRoutes } from '#contract/laboratory.ts'
import type { CallOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'

/**
 * What waits for the laboratory's Support. No live update tells of it, and whoever has done some of it elsewhere comes back:
 * it is asked for whenever it is shown, and again each minute.
 */
export const queuesOptions = queryOptions({
  queryKey: ['laboratory', 'queues'],
  queryFn: () => api.laboratory.queues(),
  ...{ staleTime: 0, refetchInterval: 60_000 },
})

/**
 * A page of a list of messages. No live event tells of them: whoever opens it sees it as it is now, and it is
 * asked for again while it is open.
 */
export const messagesOptions = (query: CallOf<typeof laboratoryRoutes.messages>['query']) =>
  queryOptions({
    queryKey: ['laboratory', 'messages', query],
    queryFn: () => api.laboratory.messages({ query }),
    placeholderData: (before) => before,
    ...{ staleTime: 0, refetchInterval: 5_000 },
  })

/** One as it stands on the wire: patient data, so it is not kept once it is out of sight. */
export const messageOptions = ({ direction, id }: Pick<LaboratoryMessage, 'direction' | 'id'>) =>
  queryOptions({
    queryKey: ['laboratory', 'message', direction, id],
    queryFn: () => api.laboratory.message({ params: { direction, id } }),
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false },
  })
