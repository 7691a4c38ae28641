import type { laboratoryRoutes } from '#contract/laboratory.ts'
import type { Handlers } from '#server/handlers.ts'
import { type OperatorParts, operatorService } from './operator.ts'
import { readQueues } from './queues.ts'

export function laboratoryHandlers(parts: OperatorParts): Handlers<typeof laboratoryRoutes> {
  const operator = operatorService(parts)
  return {
    queues: () => readQueues(parts),
    messages: (request) => operator.list(request),
    message: (request) => operator.read(request.authority, request),
    sendAgain: (request) => operator.sendAgain(request.authority, request),
    applyAgain: (request) => operator.applyAgain(request.authority, request),
  }
}
