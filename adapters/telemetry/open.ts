import type { FastifyPluginAsync } from 'fastify'
import type { ErrorReporter, NoteStep } from './port.ts'

interface TelemetryOptions {
  /** SENTRY_DSN; undefined: no error reporting. */
  dsn: string | undefined
  /** OTEL_EXPORTER_OTLP_ENDPOINT; undefined: no monitoring. */
  otlpEndpoint: string | undefined
  version: string
  /** `production`, or what else the figures are to be kept apart by. */
  environment: string
  /** What the traces' names are derived with: the same for all portals of an installation. */
  traceKey: string
}

interface Telemetry {
  reporter: ErrorReporter
  /** To be registered at the top; null without monitoring. */
  plugin: FastifyPluginAsync | null
  noteStep: NoteStep
  /** Sends what is left. */
  close(): Promise<void>
}

const noReporter: ErrorReporter = { report() {}, flush: async () => {} }

/**
 * Error reporting and monitoring (specification §7, Identity provider), each only where it is configured: otherwise its
 * library is not even loaded, and nothing leaves. Throws for a DSN that is none.
 */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { dsn, otlpEndpoint } = options
  const reporter = dsn ? (await import('./sentry.ts')).sentryReporter({ ...options, dsn }) : noReporter
  const tracing = otlpEndpoint
    ? (await import('./tracing.ts')).startTracing({ ...options, otlpEndpoint })
    : null
  return {
    reporter,
    plugin: tracing?.plugin ?? null,
    noteStep: tracing?.noteStep ?? (() => {}),
    async close() {
      await Promise.all([reporter.flush(), tracing?.close()])
    },
  }
}
