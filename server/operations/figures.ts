import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import type { StandbyFigures } from '../database/connection/standby.ts'
import type { WaitingResults } from '../features/ehr/results/desk.ts'
import type { LaboratoryTroubles } from '../features/laboratory/operator/troubles.ts'
import { atMostOnce, goesWell } from '../http/in-time.ts'
import { type Outside, SYSTEMS } from './outside.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The problem's code if the reply is a problem document, otherwise undefined. */
    problem?: ErrorCode
  }
}

interface Waiting {
  count: number
  oldestSeconds: number | null
}

/** A pool of database connections, as `pg` counts them. */
interface Pool {
  totalCount: number
  idleCount: number
  waitingCount: number
}

export interface FigureSources {
  waitingMessages(): Promise<Waiting>
  /** `givenUp`: in the last seven days. */
  waitingMail(): Promise<Waiting & { givenUp: number }>
  /** Benefits verifications; `givenUp`: in the last seven days. */
  waitingChecks(): Promise<Waiting & { givenUp: number }>
  /** Requests for counseling. */
  waitingRequests(): Promise<Waiting & { refused: number }>
  /** Results for hospitals' record systems. */
  waitingResults(): Promise<WaitingResults>
  laboratoryTroubles(): Promise<LaboratoryTroubles>
  /** The age of the oldest audit line that is not sealed yet. */
  unsealedSeconds(): Promise<number>
  /** Lines for which no partition had been made. */
  linesWithoutPartition(): Promise<number>
  /** Resolves if reports and documents can be read and stored. */
  filesReady(): Promise<unknown>
  pools: Record<string, Pool>
  /** The current state of the standbys that lists are read from. */
  standbys(): readonly StandbyFigures[]
  /** The version and the commit that runs, `''` if it is not known. */
  build: { version: string; commit: string }
  /** Errors logged since the start: the portal's own, and those that browsers report, which anybody may. */
  errors(): { server: number; browser: number }
  livePages(): number
  /** Violations of the content security policy since the start, by directive. */
  policyViolations(): ReadonlyMap<string, number>
  /** What the portal depends on and fails now. */
  failing: Outside['failing']
  /** As last looked: this machine's clock minus the database's, and days until certificates end, by variable. */
  outside: { readonly clockSeconds: number; readonly certificateDays: ReadonlyMap<string, number> }
  /** How long results are cached; if omitted, for a moment. */
  cacheMs?: number
}

/** The figures of `GET /metrics`: a table of sources, so that one read of each source yields all of its figures. */
export function figuresOf(deps: FigureSources) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    ...{ name: 'karyo_request_seconds', help: 'Time to answer a request, by route and status.', registers },
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  })
  const problems = new Counter({
    ...{ name: 'karyo_problems_total', help: 'Requests that were refused or failed, by code.', registers },
    labelNames: ['code'],
  })
  // A series that begins with its first problem hides that one from `increase`.
  for (const code of Object.keys(ERRORS)) problems.inc({ code }, 0)
  new Counter({
    ...{ name: 'karyo_errors_total', registers, labelNames: ['source'] },
    help: 'Errors logged, by source: the server, or browsers that report theirs.',
    collect() {
      this.reset()
      for (const [source, count] of Object.entries(deps.errors())) this.inc({ source }, count)
    },
  })
  new Counter({
    ...{ name: 'karyo_policy_violations_total', registers, labelNames: ['directive'] },
    help: 'Violations of the content security policy, by directive.',
    collect() {
      this.reset()
      for (const [directive, count] of deps.policyViolations()) this.inc({ directive }, count)
    },
  })
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })
  new Counter({
    ...{ name: 'karyo_standby_reads_total', registers, labelNames: ['host', 'by'] },
    help: 'List requests to a standby, by who answered: the standby, or the primary instead.',
    collect() {
      this.reset()
      for (const { host, answered, passedOn } of deps.standbys()) {
        this.inc({ host, by: 'standby' }, answered)
        this.inc({ host, by: 'primary' }, passedOn)
      }
    },
  })
  gauge('karyo_build_info', 'Always 1; the version and commit that runs.', 'version', 'commit').set(
    deps.build,
    1,
  )
  const standbys = gauge('karyo_standby_used', 'Whether lists are read from this standby.', 'host')
  const up = gauge(
    'karyo_database_up',
    'Whether the database answers; if not, figures read from it are missing.',
  )
  const files = gauge('karyo_files_up', 'Whether reports and documents can be read and stored.')
  const waiting = gauge('karyo_queue_waiting', 'Items waiting to be delivered or asked.', 'queue')
  const oldest = gauge(
    'karyo_queue_oldest_seconds',
    'Age of the oldest waiting item; 0 if there is none.',
    'queue',
  )
  const givenUp = gauge(
    'karyo_queue_given_up',
    'Items no longer retried: mail and eligibility of the last seven days, all others until Support acts.',
    'queue',
  )
  const hospitalOldest = gauge(
    'karyo_hospital_oldest_seconds',
    'Age of the oldest result that waits for a hospital, by interface.',
    'interface',
  )
  const messages = gauge(
    'karyo_laboratory_messages',
    'Messages that need attention, by kind of trouble.',
    'trouble',
  )
  const unsealed = gauge(
    'karyo_audit_unsealed_seconds',
    'Age of the oldest unsealed line of the audit trail.',
  )
  const unplaced = gauge(
    'karyo_lines_without_partition',
    'Events and audit lines in the default partition; of each table up to 1000.',
  )
  const connections = gauge(
    'karyo_pool_connections',
    'Database connections, by pool and state.',
    'pool',
    'state',
  )
  const failing = gauge(
    'karyo_outside_failing',
    'Whether the portal’s last call of a system failed.',
    'system',
  )
  const clock = gauge('karyo_clock_offset_seconds', 'This machine’s clock minus the database’s.')
  const certificates = gauge(
    'karyo_certificate_days',
    'Days until a certificate ends, by the variable that names it.',
    'variable',
  )
  const pages = gauge('karyo_live_pages', 'Pages connected for live updates.')

  const readFigures = atMostOnce(
    () =>
      Promise.all([
        ...([deps.waitingMessages(), deps.waitingMail(), deps.waitingChecks()] as const),
        ...([deps.waitingRequests(), deps.laboratoryTroubles(), deps.unsealedSeconds()] as const),
        ...([deps.linesWithoutPartition(), deps.waitingResults()] as const),
      ]),
    deps.cacheMs,
  )
  async function ofDatabase() {
    const [laboratory, mail, eligibility, counseling, troubles, age, lines, hospitals] = await readFigures()
    for (const [queue, one] of Object.entries({ laboratory, mail, eligibility, counseling, hospitals })) {
      waiting.set({ queue }, one.count)
      oldest.set({ queue }, one.oldestSeconds ?? 0)
    }
    givenUp.set({ queue: 'mail' }, mail.givenUp)
    givenUp.set({ queue: 'eligibility' }, eligibility.givenUp)
    givenUp.set({ queue: 'counseling' }, counseling.refused)
    givenUp.set({ queue: 'hospitals' }, hospitals.refused)
    for (const one of hospitals.interfaces)
      hospitalOldest.set({ interface: one.code }, one.oldestSeconds ?? 0)
    for (const [trouble, count] of Object.entries(troubles)) messages.set({ trouble }, count)
    unsealed.set(age)
    unplaced.set(lines)
  }

  return {
    contentType: registry.contentType,
    /** Counts a completed request. */
    note(request: FastifyRequest, reply: FastifyReply) {
      const route = request.routeOptions.url ?? 'none'
      const labels = { method: request.method, route, status: String(reply.statusCode) }
      seconds.observe(labels, reply.elapsedTime / 1000)
      if (reply.problem) problems.inc({ code: reply.problem })
    },
    /** All figures in Prometheus' text format. */
    async text(): Promise<string> {
      // Otherwise old figures would pass for current ones.
      for (const one of [waiting, oldest, givenUp, messages, hospitalOldest]) one.reset()
      for (const one of [unsealed, unplaced]) one.set(Number.NaN)
      const [database, storage] = await Promise.all([goesWell(ofDatabase()), goesWell(deps.filesReady())])
      up.set(Number(database))
      files.set(Number(storage))
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(deps.pools)) {
        connections.set({ pool, state: 'used' }, totalCount - idleCount)
        connections.set({ pool, state: 'idle' }, idleCount)
        connections.set({ pool, state: 'waiting' }, waitingCount)
      }
      pages.set(deps.livePages())
      const away = deps.failing()
      for (const system of SYSTEMS) failing.set({ system }, Number(away.has(system)))
      clock.set(deps.outside.clockSeconds)
      certificates.reset()
      for (const [variable, days] of deps.outside.certificateDays) certificates.set({ variable }, days)
      for (const { host, isUsed } of deps.standbys()) standbys.set({ host }, Number(isUsed))
      return registry.metrics()
    },
  }
}
