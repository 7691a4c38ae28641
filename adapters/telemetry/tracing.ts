import { setTimeout as delay } from 'node:timers/promises'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyPluginAsync } from 'fastify'

interface TracingOptions {
  /** The collector's base address, as OTEL_EXPORTER_OTLP_ENDPOINT has it; `/v1/traces` is added. */
  otlpEndpoint: string
  version: string
  environment: string
}

export interface Tracing {
  /** Measures every request of the API, wherever it is registered. */
  plugin: FastifyPluginAsync
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>
}

const SENDS_WITHIN_MS = 5_000

/**
 * Application monitoring: one span for each API request by the name of its route (`GET /api/orders/:id`), with status
 * and duration. The address itself, with its numbers and query, is not in it.
 */
export function startTracing({ otlpEndpoint, version, environment }: TracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${otlpEndpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: SENDS_WITHIN_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'karyo',
      'service.version': version,
      'deployment.environment.name': environment,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: SENDS_WITHIN_MS })],
  })
  const tracer = provider.getTracer('karyo')

  const plugin: FastifyPluginAsync = async (app) => {
    app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
      const route = routeOptions.url
      if (!route?.startsWith('/api/')) return
      const end = Date.now()
      const span = tracer.startSpan(`${method} ${route}`, {
        kind: SpanKind.SERVER,
        startTime: end - elapsedTime,
        root: true,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': statusCode,
        },
      })
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    })
  }
  // Fastify keeps a plugin's hooks to the plugin's own routes; these are for all.
  Object.assign(plugin, { [Symbol.for('skip-override')]: true })
  return {
    plugin,
    close: () => Promise.race([provider.shutdown(), delay(SENDS_WITHIN_MS, undefined, { ref: false })]),
  }
}
