import type { laboratoryRoutes } from '#contract/laboratory.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { type OperatorDeps, operatorService } from './operator/operator.ts'
import { type QueueDeps, readQueues } from './operator/queues.ts'

export function laboratoryHandlers(deps: OperatorDeps & QueueDeps): Handlers<typeof laboratoryRoutes> {
  const operator = operatorService(deps)
  return {
    queues: () => readQueues(deps),
    messages: (request) => operator.list(request),
    message: (request) => operator.read(request.authority, request),
    sendAgain: (request) => operator.sendAgain(request.authority, request),
    applyAgain: (request) => operator.applyAgain(request.authority, request),
  }
}
