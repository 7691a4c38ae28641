import type { followingRoutes } from '#contract/following.ts'
import type { OrdersParts } from '#server/features/orders/reads.ts'
import type { Handlers } from '#server/handlers.ts'
import { countAlerts, listNotifications } from './alerts.ts'
import { answerHold } from './answering.ts'
import { countPipeline, listBlocked } from './blocked.ts'

export type FollowingParts = Pick<OrdersParts, 'connection' | 'lists' | 'changeAtLaboratory' | 'now'>

/** Orders on their way: what they wait for, and the answers to what the laboratory asks. */
export function followingHandlers(parts: FollowingParts): Handlers<typeof followingRoutes> {
  const reading: FollowingParts = { ...parts, connection: parts.lists }
  return {
    answer: (request) => answerHold(parts)(request.authority, request),
    headerAlert: (request) => countAlerts(reading)(request.authority, request),
    notifications: (request) => listNotifications(reading)(request.authority, request),
    blocked: (request) => listBlocked(reading)(request.authority, request),
    pipeline: (request) => countPipeline(reading)(request.authority, request),
  }
}
