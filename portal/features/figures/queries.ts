import { queryOptions } from '@tanstack/react-query'
import type { figuresRoutes } from '#contract/figures.ts'
import type { CallOf, ReplyOf } from '#contract/route.ts'
import { api } from '#portal/api.ts'

export type FiguresReply = ReplyOf<typeof figuresRoutes.get>
type FiguresQuery = CallOf<typeof figuresRoutes.get>['query']

/** While other filters load, the figures before stay, but never another institution's. */
export const figuresOptions = (hospital: string, query: FiguresQuery) =>
  queryOptions({
    queryKey: ['figures', hospital, query],
    queryFn: () => api.figures.get({ params: { hospital }, query }),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[1] === hospital ? before : undefined),
  })
