import type { counselingRoutes } from '#contract/counseling.ts'
import type { Handlers } from '#server/http/handlers.ts'
import type { CounselingDeps } from './deps.ts'
import { operatorService } from './operator.ts'
import { takeStatus } from './partner-status.ts'
import { receive } from './receiving.ts'

export function counselingHandlers(deps: CounselingDeps): Handlers<typeof counselingRoutes> {
  const operator = operatorService(deps)
  return {
    request: ({ body, address }) => receive(deps, body, address),
    partnerStatus: (request) => takeStatus(deps, request, request.rawBody),
    list: (request) => operator.list(request.authority, request),
    again: (request) => operator.again(request.authority, request),
    remove: (request) => operator.remove(request.authority, request),
  }
}
