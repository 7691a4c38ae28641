import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyPluginAsync } from 'fastify'
import type { NoteStep } from './port.ts'

interface TracingOptions {
  /** The collector's base URL, as in OTEL_EXPORTER_OTLP_ENDPOINT; `/v1/traces` is appended. */
  otlpEndpoint: string
  version: string
  environment: string
  traceKey: string
}

export interface Tracing {
  /** Measures every request of the API, wherever it is registered. */
  plugin: FastifyPluginAsync
  noteStep: NoteStep
  /** Sends what is pending, for a few seconds at most. */
  close(): Promise<void>
}

const SENDS_WITHIN_MS = 5_000

/** A route about one order, by its number. */
const OF_ORDER = /^\/api\/orders\/:h(ospital)?\/:id(\/|$)/i

/**
 * The trace of an order, derived from its number: spans created weeks later, in another process or after a
 * restart, join the same trace, and the laboratory need not pass it on. The number can't be inferred from it.
 */
function traceOf(key: string, orderId: string): Context {
  const id = createHmac('sha256', key).update(`order ${orderId}`).digest('hex')
  return trace.setSpanContext(ROOT_CONTEXT, {
    ...{ traceId: id.slice(0, 32), spanId: id.slice(32, 48) },
    ...{ traceFlags: TraceFlags.SAMPLED, isRemote: true },
  })
}

/**
 * Application monitoring: one span per API request, named by its route (`GET /api/orders/:id`), with status
 * and duration, but without the URL with its numbers and query. Requests about an order join that order's
 * trace, as do its messages to and from the laboratory.
 */
export function startTracing({ otlpEndpoint, version, environment, traceKey }: TracingOptions): Tracing {
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
    app.addHook('onResponse', async ({ method, routeOptions, params }, { statusCode, elapsedTime }) => {
      const route = routeOptions.url
      if (!route?.startsWith('/api/')) return
      const end = Date.now()
      const { id } = Object(params) as { id?: string }
      const options = {
        kind: SpanKind.SERVER,
        startTime: end - elapsedTime,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': statusCode,
        },
      }
      const isOfOrder = OF_ORDER.test(route) && /^\d{1,15}$/.test(id ?? '')
      const within = isOfOrder ? traceOf(traceKey, id ?? '') : ROOT_CONTEXT
      const span = tracer.startSpan(`${method} ${route}`, options, within)
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    })
  }
  // Fastify limits a plugin's hooks to the plugin's own routes; these apply to all.
  Object.assign(plugin, { [Symbol.for('skip-override')]: true })
  return {
    plugin,
    noteStep({ name, orderId, from, attributes, failed }) {
      const options = { kind: SpanKind.CLIENT, startTime: from, attributes }
      const span = tracer.startSpan(name, options, traceOf(traceKey, String(orderId)))
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
    close: () => Promise.race([provider.shutdown(), delay(SENDS_WITHIN_MS, undefined, { ref: false })]),
  }
}
