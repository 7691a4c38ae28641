import type { FastifyBaseLogger } from 'fastify'
import type { logRoutes } from '#contract/log.ts'
import { redact, redactStack } from '#domain/log/redact.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { violationFields } from './violation.ts'

export interface LogDeps {
  logger: FastifyBaseLogger
  portalOrigin: string
  /** Counts a content security policy violation by its directive. */
  noteViolation(directive: string): void
}

/** Writes a browser's report as one line of our log. Errors are also passed to error reporting. */
export function logHandlers({ logger, portalOrigin, noteViolation }: LogDeps): Handlers<typeof logRoutes> {
  return {
    write({ params, body: { message, where, stack, requestId } }) {
      const fields = {
        kind: 'browser',
        ...(where === undefined ? {} : { where: redact(where) }),
        ...(stack === undefined ? {} : { stack: redactStack(stack) }),
        ...(requestId === undefined ? {} : { requestId }),
      }
      logger[params.level](fields, redact(message))
    },
    policyViolation({ body }) {
      const fields = violationFields(body['csp-report'], portalOrigin)
      noteViolation(fields.directive)
      logger.warn({ kind: 'policy', ...fields }, 'a page violated the content security policy')
    },
  }
}
