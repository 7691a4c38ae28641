import { createStackParser, createTransport } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import { redact, redactStack } from '#domain/log/redact.ts'
import type { ErrorReporter } from './port.ts'

interface SentryOptions {
  dsn: string
  version: string
  environment: string
}

const SENDS_WITHIN_MS = 3_000

/**
 * Error reporting to Sentry or a compatible service. The bare client without integrations: nothing is
 * collected from requests, breadcrumbs or this machine, so the service receives only what `report` was given,
 * redacted.
 */
export function sentryReporter({ dsn, version, environment }: SentryOptions): ErrorReporter {
  const stackParser = createStackParser(nodeStackLineParser())
  const client = new ServerRuntimeClient({
    dsn,
    release: version,
    environment,
    stackParser,
    integrations: [],
    includeServerName: false,
    sendClientReports: false,
    // Otherwise the client adds an integration for spans.
    traceLifecycle: 'static',
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const response = await fetch(options.url, {
          method: 'POST',
          redirect: 'error',
          body,
          headers: options.headers ?? {},
          signal: AbortSignal.timeout(SENDS_WITHIN_MS),
        })
        // An unread reply would keep its connection open.
        await response.arrayBuffer()
        return {
          statusCode: response.status,
          headers: {
            'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
            'retry-after': response.headers.get('retry-after'),
          },
        }
      }),
  })
  if (!client.getDsn()) throw new Error('SENTRY_DSN is not the address of a project: https://KEY@host/NUMBER')
  client.init()
  return {
    report({ message, stack, where, requestId }) {
      const lines = redactStack(stack ?? '')
      const frames = stackParser(lines.join('\n'))
      client.captureEvent({
        level: 'error',
        platform: 'node',
        exception: {
          values: [{ value: redact(message), ...(frames.length > 0 ? { stacktrace: { frames } } : {}) }],
        },
        tags: {
          ...(where === undefined ? {} : { where: redact(where) }),
          ...(requestId === undefined ? {} : { requestId }),
        },
        // Browsers may format frames differently from Node.
        ...(frames.length === 0 && lines.length > 0 ? { extra: { stack: lines } } : {}),
      })
    },
    async flush() {
      await client.flush(SENDS_WITHIN_MS)
    },
  }
}
