import type { treatmentsRoutes } from '#contract/treatments.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { getTreatment, noteView } from './treatments.ts'

export function treatmentsHandlers(connection: Connection): Handlers<typeof treatmentsRoutes> {
  return {
    get: (request) => getTreatment(connection)(request.authority, request),
    lastViewed: (request) => noteView(connection)(request.authority, request),
  }
}
