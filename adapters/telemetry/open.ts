import type { FastifyPluginAsync } from 'fastify'
import type { ErrorReporter, NoteStep } from './port.ts'

interface TelemetryOptions {
  /** SENTRY_DSN; undefined: no error reporting. */
  dsn: string | undefined
  /** OTEL_EXPORTER_OTLP_ENDPOINT; undefined: no monitoring. */
  otlpEndpoint: string | undefined
  version: string
  /** `production`, or any other name by which data is grouped. */
  environment: string
  /** Key from which the traces' IDs are derived: the same for all portals of an installation. */
  traceKey: string
}

interface Telemetry {
  reporter: ErrorReporter
  /** Register it at the top; null without monitoring. */
  plugin: FastifyPluginAsync | null
  noteStep: NoteStep
  /** Sends what is pending. */
  close(): Promise<void>
}

const noReporter: ErrorReporter = { report() {}, flush: async () => {} }

/**
 * Error reporting and monitoring (specification §7, Identity provider), each only if configured: otherwise
 * its library is not even loaded, and nothing leaves the portal. Throws for an invalid DSN.
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
