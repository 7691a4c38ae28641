import type { coverageRoutes } from '#contract/coverage.ts'
import type { Handlers } from '#server/handlers.ts'
import { type AuthorizationParts, authorizationHandlers } from './authorization.ts'
import { askPayer, readCheck } from './checks.ts'
import type { CoverageParts } from './coverage-parts.ts'
import { coverageOfOrder, keepEstimate, listPayers, readPrice } from './estimates.ts'

export function coverageHandlers(parts: CoverageParts & AuthorizationParts): Handlers<typeof coverageRoutes> {
  return {
    payers: () => listPayers(parts),
    price: (request) => readPrice(parts)(request.authority, request),
    check: (request) => askPayer(parts)(request.authority, request),
    checkById: (request) => readCheck(parts)(request.authority, request),
    keepEstimate: (request) => keepEstimate(parts)(request.authority, request),
    ofOrder: (request) => coverageOfOrder(parts)(request.authority, request),
    ...authorizationHandlers(parts),
  }
}
