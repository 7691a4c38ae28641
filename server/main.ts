import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import type { PgBoss } from 'pg-boss'
import { adviceRequests } from '#adapters/ehr/cds/advice-requests.ts'
import { smartLaunches } from '#adapters/ehr/smart/launches.ts'
import { cachingVerifier } from '#adapters/identity/caching-verifier.ts'
import { embeddedEndpoints, identityEndpoints } from '#adapters/identity/discovery.ts'
import { loadDefinitions } from '#adapters/laboratory/fhir/definitions.ts'
import { fhirWriter } from '#adapters/laboratory/fhir/fhir-writer.ts'
import type { NpiRegistry } from '#adapters/npi-registry/port.ts'
import { apiRegistry } from '#adapters/npi-registry/registry-api.ts'
import { tableRegistry } from '#adapters/npi-registry/table.ts'
import { openTelemetry } from '#adapters/telemetry/open.ts'
import { clamdVirusCheck } from '#adapters/virus-check/clamd.ts'
import { noVirusCheck } from '#adapters/virus-check/off.ts'
import type { ReportedOrder } from '#domain/reports/demonstration/report.ts'
import { connect, REQUEST_LIMITS, takesWrites } from './database/connection/connect.ts'
import { addressAt } from './database/connection/hosts.ts'
import { PlanKeeping } from './database/connection/plan-keeping.ts'
import { readingFrom, STANDBY_LIMITS } from './database/connection/standby.ts'
import { DATA_VERSION, openDataDir } from './database/embedded/data-dir.ts'
import { openDatabase } from './database/open.ts'
import { roleUrl } from './database/roles.ts'
import { SetupError } from './database/setup-error.ts'
import { followUpgrades } from './database/upgrades.ts'
import { demoReports } from './demo/open-report.ts'
import { sealingWork, unsealedSeconds } from './features/audit/witness.ts'
import { siteData } from './features/catalogue/site-data.ts'
import { waitingRequests } from './features/counseling/hand-over.ts'
import { waitingChecks } from './features/coverage/eligibility/check-worker-store.ts'
import { adviceForgetting } from './features/ehr/advice/forgetting.ts'
import { launchForgetting } from './features/ehr/launch/forgetting.ts'
import { waitingResults } from './features/ehr/results/desk.ts'
import { windowReminders } from './features/families/cascade/reminders.ts'
import { figureCounting } from './features/figures/counting.ts'
import { followUpEscalation } from './features/follow-up/escalation.ts'
import { laboratoryTroubles } from './features/laboratory/operator/troubles.ts'
import { waitingMessages } from './features/laboratory/outbox/delivery.ts'
import { waitingMail } from './features/mail/outbox.ts'
import { wordForgetting } from './features/orders/list/forgetting.ts'
import { orderCountsFolding } from './features/orders/list/order-counts-folding.ts'
import { startLive } from './features/portal/live.ts'
import { reanalysisOpening } from './features/reanalysis/opening.ts'
import { resultFilling } from './features/results/public.ts'
import { retentionEnding } from './features/retention/ending.ts'
import { openHeavy } from './heavy/heavy.ts'
import { startEndedSessions } from './http/ended-sessions.ts'
import { limitsWork } from './http/shared-limits.ts'
import { startBoss } from './jobs/boss.ts'
import { startRepeating } from './jobs/repeating.ts'
import { createLogger } from './operations/log.ts'
import { operationsPlugin } from './operations/operations.ts'
import { type Outside, watchOutside } from './operations/outside.ts'
import { linesWithoutPartition, makingPartitions } from './operations/partitions.ts'
import { openSites } from './sites/open.ts'
import { brandOf } from './start/brand.ts'
import { compose, type ServerDeps } from './start/compose.ts'
import { type Config, readConfig } from './start/config.ts'
import { hl7Tls } from './start/hl7-tls.ts'
import { lettersOf } from './start/letters.ts'
import { openCounseling } from './start/open-counseling.ts'
import { openCoverage } from './start/open-coverage.ts'
import { knowKind, openDemo } from './start/open-demo.ts'
import { openEhr } from './start/open-ehr.ts'
import { openIdentity } from './start/open-identity.ts'
import { openLaboratory } from './start/open-laboratory.ts'
import { openMail } from './start/open-mail.ts'
import { lookOutside } from './start/open-outside.ts'
import { portFree } from './start/port-free.ts'
import { portalConfiguration } from './start/portal-configuration.ts'
import { installationSecret } from './start/secret.ts'
import { runningCommit, VERSION } from './start/version.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Ends what was started, to be called in reverse order. */
const started: (() => Promise<unknown>)[] = []
function ending<T>(resource: T, end: (resource: T) => Promise<unknown>): T {
  started.push(() => end(resource))
  return resource
}

let stopping = false
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const end of started.reverse()) await end().catch((error: Error) => say(error.message))
  process.exit(code)
}

async function openStore(config: Config) {
  const dataDir = ending(await openDataDir(config.DATA_DIR, DATA_VERSION), (dir) => dir.close())
  const secret = config.KARYO_SECRET ?? (await installationSecret(dataDir.path))
  const options = { databaseUrl: config.DATABASE_URL, dataDir: dataDir.path, secret, onLog: say }
  const database = ending(await openDatabase(options), (one) => one.close())
  void database.ended.then(async (reason) => {
    if (reason) say(reason.message)
    if (reason) await stop(1)
  })
  const planKeeping = new PlanKeeping()
  const open = (role: 'karyo_portal' | 'karyo_worker' | 'karyo_identity', max: number, schema?: string) =>
    ending(
      connect({
        ...{ url: database.url, secret, role, max, planKeeping },
        ...(schema ? { schema } : {}),
        // The worker waits for other systems' answers, and keeps the lock that declares its laboratory.
        ...(role === 'karyo_worker' ? {} : { limits: REQUEST_LIMITS }),
      }),
      (one) => one.close(),
    )
  const worker = open('karyo_worker', 7)
  ending(await followUpgrades(worker, planKeeping), (one) => one.close())
  return {
    dataDir: dataDir.path,
    secret,
    database,
    planKeeping,
    portal: open('karyo_portal', 16),
    worker,
    /** A pool of its own: a flood of the public form delays nothing else. */
    counseling: open('karyo_worker', 4),
    identity: () => open('karyo_identity', 4, 'identity'),
  }
}

type Store = Awaited<ReturnType<typeof openStore>>

/** The connection that order lists are read from. */
function openLists(
  { KARYO_STANDBYS: hosts }: Config,
  store: Store,
  onLeft: (host: string, error: Error) => void,
) {
  const standbys = hosts.map((host) => {
    const url = addressAt(store.database.url, host)
    const { secret, planKeeping } = store
    const options = {
      url,
      secret,
      role: 'karyo_portal',
      max: 16,
      limits: STANDBY_LIMITS,
      planKeeping,
    } as const
    return { host, connection: ending(connect(options), (one) => one.close()) }
  })
  return readingFrom(store.portal, standbys, onLeft)
}

/** Opens the durable queue. */
async function openQueue(store: Store, onError: (error: Error) => void): Promise<PgBoss> {
  const bossUrl = roleUrl(store.database.url, store.secret, 'karyo_worker')
  return ending(await startBoss(bossUrl, onError), (one) => one.stop({ graceful: true, timeout: 5000 }))
}

/** Loaded when the first one is opened. */
const writeDemonstration = async (order: ReportedOrder) =>
  (await import('#simulators/laboratory/report/write.ts')).writeDemonstration(order)

function openRegistry({ KARYO_NPI_REGISTRY_URL: url }: Config, store: Store, outside: Outside): NpiRegistry {
  if (!url) return tableRegistry(store.portal.db)
  const registry = apiRegistry({ url })
  return { ...registry, lookup: (npi) => outside.watch('registry', registry.lookup(npi)) }
}

async function start(config: Config): Promise<void> {
  const tls = await hl7Tls(config)
  const letters = lettersOf(config)
  const read = brandOf(config)
  const { brand } = read
  await portFree(config.HOST, config.PORT)
  const telemetry = ending(
    await openTelemetry({
      dsn: config.SENTRY_DSN,
      otlpEndpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
      version: VERSION,
      environment: config.NODE_ENV,
      traceKey: config.KARYO_SECRET ?? randomUUID(),
    }),
    (one) => one.close(),
  )
  const errors = { server: 0, browser: 0 }
  const violations = new Map<string, number>()
  const logger = createLogger(config.LOG_LEVEL, (error, source) => {
    errors[source] += 1
    telemetry.reporter.report(error)
  })
  const failed = (what: string) => (error: Error) => logger.error({ err: error }, what)
  // Node would print the whole error, including values quoted in a database error.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception')
    void stop(1)
  })
  const outside = watchOutside(logger)
  const commit = await runningCommit()
  const store = await openStore(config)
  await knowKind(config, store.database)
  const lists = openLists(config, store, (host, error) =>
    logger.warn({ err: error, host }, 'lists are not read from a standby'),
  )
  const boss = await openQueue(store, failed('the job queue failed'))
  const { sendMail, mailbox } = await openMail(config, {
    ...store,
    ...{ boss, brand, outside, ending },
    onError: failed('a mail could not be processed'),
  })
  const heavy = ending(openHeavy(), (one) => one.close())
  const identity = await openIdentity(config, { ...store, heavy, sendMail, brand })
  const { embedded } = identity
  const laboratory = await openLaboratory(config, tls, {
    ...store,
    boss,
    sendMail,
    laboratoryName: brand.name,
    ending,
    say,
    failed,
    outside,
    noteStep: telemetry.noteStep,
  })
  const counseling = await openCounseling(config, {
    ...store,
    outside,
    worker: store.counseling,
    boss,
    sendMail,
    failed,
  })
  const coverage = ending(
    await openCoverage(config, {
      ...store,
      boss,
      outside,
      laboratoryName: brand.name,
      onLog: say,
      onError: failed('a payer could not be asked'),
    }),
    (one) => one.close(),
  )
  const { database } = store
  const demo = await openDemo({ config, database, embedded, files: laboratory.files, brand: read })
  const auditSealing = sealingWork({
    ...{ worker: store.worker, secret: store.secret, dataDir: store.dataDir, logger },
  })
  ending(
    await startRepeating(
      boss,
      [
        ...counseling.works,
        ...coverage.works,
        ...[limitsWork(store.worker), orderCountsFolding(store.worker), wordForgetting(store.worker)],
        ...[launchForgetting(store.worker), adviceForgetting(store.worker)],
        ...[makingPartitions(store.worker), resultFilling(store.worker), figureCounting(store.worker)],
        reanalysisOpening(store.worker, () => new Date()),
        retentionEnding({ connection: store.worker, files: laboratory.files }),
        auditSealing,
        followUpEscalation({
          ...{ connection: store.worker, sendMail, portalOrigin: config.publicOrigin, now: () => new Date() },
          ...{ laboratoryName: brand.name, supportEmail: brand.contact.email },
        }),
        windowReminders({
          ...{ connection: store.worker, sendMail, portalOrigin: config.publicOrigin, now: () => new Date() },
          laboratoryName: brand.name,
        }),
      ],
      failed('a repeating job failed'),
    ),
    (one) => one.close(),
  )
  const ended = ending(await startEndedSessions(store.worker), (one) => one.close())
  const live = await startLive(store.worker, ended)
  const { issuer, accountUrl } = identity
  const configuration = portalConfiguration(config, {
    issuer,
    // What the portal itself knows, a page need not ask before it signs somebody in.
    endpoints: embedded && embeddedEndpoints(issuer),
    accountUrl,
    demo: demo !== null,
    version: VERSION,
  })
  const identityMount: FastifyPluginAsync[] = embedded
    ? [async (app) => void (await app.register(embedded.plugin, { prefix: '/identity' }))]
    : []
  const virusCheck = config.KARYO_CLAMD_URL
    ? clamdVirusCheck({ url: config.KARYO_CLAMD_URL })
    : noVirusCheck()
  const looks = ending(
    lookOutside(config, outside, { worker: store.worker, files: laboratory.files, virusCheck, tls }),
    (one) => one.close(),
  )
  // Takes most of a second: load them before the first request.
  if (config.KARYO_FHIR_CLIENTS.length > 0) loadDefinitions()
  const deps: ServerDeps = {
    ...{ portal: store.portal, worker: store.worker, lists: lists.connection },
    ...{ files: laboratory.files, heavy: heavy.documents, sendMail, live, logger, virusCheck, configuration },
    verifier: cachingVerifier(identity.verifier),
    endedSessions: ended,
    fhir: {
      verifier: cachingVerifier(identity.fhirVerifier),
      clients: config.KARYO_FHIR_CLIENTS,
      writer: fhirWriter,
      base: `${config.publicOrigin}/fhir`,
      endpoints: () => identityEndpoints(identity.issuer, embedded !== null),
      receive: laboratory.receive,
    },
    ...{ laboratory: laboratory.laboratory, operator: laboratory.operator },
    demoReport: demo && demoReports(brand.name, writeDemonstration),
    ...{ counseling: counseling.parts, coverage: coverage.parts, secret: store.secret },
    launches: smartLaunches({ production: config.production }),
    advice: { requests: adviceRequests(), withinMs: config.KARYO_ADVICE_MS },
    registry: openRegistry(config, store, outside),
    termsVersion: read.terms.version,
    ...{ laboratoryName: brand.name, contact: brand.contact, letters },
    endsSessions: embedded !== null,
    requiresSecondApproval: config.KARYO_SECOND_PERSON === 'on',
    noteViolation: (directive) => void violations.set(directive, (violations.get(directive) ?? 0) + 1),
    invalidPatchPaths: config.KARYO_INVALID_PATCH_PATHS,
    ...{ publicOrigin: config.publicOrigin, portalOrigin: config.publicOrigin },
    identityOrigin: new URL(identity.issuer).origin,
    catalogueOrigin: config.origins.catalogue,
    ...{ rateLimit: config.KARYO_RATE_LIMIT, proxies: config.KARYO_PROXIES, version: VERSION },
    plugins: [
      ...(telemetry.plugin ? [telemetry.plugin] : []),
      ...identityMount,
      ...(mailbox ? [mailbox.plugin] : []),
      operationsPlugin({
        takesWrites: () => takesWrites(store.portal),
        filesReady: laboratory.files.ready,
        waitingMessages: () => waitingMessages(store.worker),
        waitingMail: () => waitingMail(store.worker),
        waitingChecks: () => waitingChecks(store.worker),
        waitingRequests: () => waitingRequests(store.worker),
        waitingResults: () => waitingResults(store.worker),
        laboratoryTroubles: () => laboratoryTroubles(store.worker),
        unsealedSeconds: () => unsealedSeconds(store.worker),
        linesWithoutPartition: () => linesWithoutPartition(store.worker),
        pools: { portal: store.portal.pool, worker: store.worker.pool, counseling: store.counseling.pool },
        ...{ standbys: lists.figures, build: { version: VERSION, commit }, errors: () => errors },
        ...{ livePages: live.listeners, policyViolations: () => violations },
        failing: outside.failing,
        outside: looks.found,
      }),
      ...(await openSites({
        ...{ dir: config.KARYO_SITES_DIR, origins: config.origins, brand: read },
        catalogueData: () => siteData(store.portal),
      })),
    ],
  }
  const app = await compose(deps)
  ending(app, async (one) => {
    // Open streams would delay the server's stop.
    await live.close()
    await one.close()
  })
  const ehr = await openEhr(config, tls, deps, {
    outside,
    onError: failed('a hospital’s message could not be processed'),
  })
  if (ehr) ending(ehr, (one) => one.close())
  await app.listen({ host: config.HOST, port: config.PORT })
  void looks.look()
  say(`Karyo is at ${config.publicOrigin}`)
  say(`Version ${VERSION}${commit && `, commit ${commit}`}.`)
  say(store.database.startLine)
  if (mailbox) say(`Mail is not sent but kept at ${config.publicOrigin}/mailbox`)
  if (ehr) say(`Hospitals send orders to port ${ehr.port}, and get results.`)
  say(virusCheck.startLine)
  say(coverage.startLine)
  say(counseling.startLine)
  if (laboratory.simulated) say('A simulated laboratory receives the orders.')
  for (const line of demo ?? []) say(line)
  if (embedded && !(await embedded.hasSupport()))
    say('Nobody has the laboratory’s Support role yet: npm run support-user -- EMAIL')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))

try {
  await start(readConfig(process.env, { toStart: true }))
} catch (error) {
  if (error instanceof SetupError) say(error.message)
  else createLogger('fatal').fatal({ err: error }, 'the start failed')
  await stop(1)
}
