import type { FastifyBaseLogger } from 'fastify'
import type { logRoutes } from '#contract/log.ts'
import { redact, redactStack } from '#domain/log/redact.ts'
import type { Handlers } from '#server/handlers.ts'
import { violationSaid } from './violation.ts'

export interface LogParts {
  logger: FastifyBaseLogger
  portalOrigin: string
  /** Counts a violation of the content security policy, by its directive. */
  noteViolation(directive: string): void
}

/** Writes what a browser reports as one line of our log. What errors are written goes on as all errors do. */
export function logHandlers({ logger, portalOrigin, noteViolation }: LogParts): Handlers<typeof logRoutes> {
  return {
    write({ params, body: { message, where, stack, requestId } }) {
      const facts = {
        kind: 'browser',
        ...(where === undefined ? {} : { where: redact(where) }),
        ...(stack === undefined ? {} : { stack: redactStack(stack) }),
        ...(requestId === undefined ? {} : { requestId }),
      }
      logger[params.level](facts, redact(message))
    },
    policyViolation({ body }) {
      const said = violationSaid(body['csp-report'], portalOrigin)
      noteViolation(said.directive)
      logger.warn({ kind: 'policy', ...said }, 'a page wanted what the content security policy forbids')
    },
  }
}
