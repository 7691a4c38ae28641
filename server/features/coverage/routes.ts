import type { coverageRoutes } from '#contract/coverage.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { type AuthorizationDeps, authorizationHandlers } from './authorization/authorization.ts'
import type { CoverageDeps } from './coverage-deps.ts'
import { createCheck, readCheck } from './eligibility/checks.ts'
import { coverageOfOrder, listPayers, readPrice, saveEstimate } from './estimate/estimates.ts'

export function coverageHandlers(deps: CoverageDeps & AuthorizationDeps): Handlers<typeof coverageRoutes> {
  return {
    payers: () => listPayers(deps),
    price: (request) => readPrice(deps)(request.authority, request),
    check: (request) => createCheck(deps)(request.authority, request),
    checkById: (request) => readCheck(deps)(request.authority, request),
    keepEstimate: (request) => saveEstimate(deps)(request.authority, request),
    ofOrder: (request) => coverageOfOrder(deps)(request.authority, request),
    ...authorizationHandlers(deps),
  }
}
