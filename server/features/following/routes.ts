import type { followingRoutes } from '#contract/following.ts'
import type { OrderDeps } from '#server/features/orders/public.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { countAlerts, listNotifications } from './alerts.ts'
import { answerHold } from './answering.ts'
import { countPipeline, listBlocked } from './blocked.ts'

export type FollowingDeps = Pick<OrderDeps, 'connection' | 'lists' | 'changeAtLaboratory' | 'now'>

/** Submitted orders: what they are waiting for, and the answers to the laboratory's questions. */
export function followingHandlers(deps: FollowingDeps): Handlers<typeof followingRoutes> {
  const reading: FollowingDeps = { ...deps, connection: deps.lists }
  return {
    answer: (request) => answerHold(deps)(request.authority, request),
    headerAlert: (request) => countAlerts(reading)(request.authority, request),
    notifications: (request) => listNotifications(reading)(request.authority, request),
    blocked: (request) => listBlocked(reading)(request.authority, request),
    pipeline: (request) => countPipeline(reading)(request.authority, request),
  }
}
