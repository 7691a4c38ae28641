import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { Transaction } from 'kysely'
import { pino } from 'pino'
import postgres from 'postgres'
import type { Clearinghouse } from '#adapters/clearinghouse/port.ts'
import type { CounselingPartner } from '#adapters/counseling-partner/port.ts'
import { isSigned } from '#adapters/counseling-partner/signature.ts'
import { adviceRequests } from '#adapters/ehr/cds/advice-requests.ts'
import { ehrCodec } from '#adapters/ehr/codec.ts'
import { hospitalConnections } from '#adapters/ehr/connect.ts'
import { smartLaunches } from '#adapters/ehr/smart/launches.ts'
import { directoryFiles } from '#adapters/files/directory.ts'
import type { FileStore } from '#adapters/files/port.ts'
import { identityEndpoints } from '#adapters/identity/discovery.ts'
import type { TokenVerifier } from '#adapters/identity/port.ts'
import { eitherCodec } from '#adapters/laboratory/either-codec.ts'
import { fhirWriter } from '#adapters/laboratory/fhir/fhir-writer.ts'
import type { LaboratoryCodec } from '#adapters/laboratory/port.ts'
import { codec as hl7 } from '#adapters/laboratory/testing/messages.ts'
import type { NpiRegistry } from '#adapters/npi-registry/port.ts'
import { tableRegistry } from '#adapters/npi-registry/table.ts'
import { anyPdf } from '#adapters/pdf/testing/any-pdf.ts'
import type { NoteStep } from '#adapters/telemetry/port.ts'
import { noVirusCheck } from '#adapters/virus-check/off.ts'
import type { VirusCheck } from '#adapters/virus-check/port.ts'
import { api } from '#contract/api.ts'
import { type Client, createClient, type FormBody } from '#contract/client.ts'
import { type Problem, ProblemError } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { problem } from '#contract/problem.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { applyChangedMaps } from '#server/features/ehr/changed-maps.ts'
import { administer, type Connection, connect, REQUEST_LIMITS } from '../database/connection/connect.ts'
import { roleUrl } from '../database/roles.ts'
import type { Tables } from '../database/schema/tables.ts'
import { startHandingOver } from '../features/counseling/hand-over.ts'
import {
  eligibilityOutbox,
  runCheck,
  startCheckWorker,
} from '../features/coverage/eligibility/check-worker.ts'
import { startResultDelivery } from '../features/ehr/results/delivery.ts'
import { readLetters, SHIPPED_LETTERS } from '../features/follow-up/public.ts'
import { startDelivery } from '../features/laboratory/outbox/delivery.ts'
import { mailOutbox } from '../features/mail/outbox.ts'
import type { OrderDeps } from '../features/orders/public.ts'
import { type Live, startLive } from '../features/portal/live.ts'
import type { RunHeavy } from '../heavy/heavy-work.ts'
import { startEndedSessions } from '../http/ended-sessions.ts'
import { startBoss } from '../jobs/boss.ts'
import { changedMapsDeps, compose, composeEhr, composeGateway, type ServerDeps } from '../start/compose.ts'
import { filledDatabase, TEST_SECRET, type TestDatabase, testDatabase } from './database.ts'
import { testLaboratory } from './laboratory.ts'
import { FHIR_AUDIENCE, startTokens } from './tokens.ts'
import { beginBirthdays, FOREIGN, makeWorld, PARENT, readyOrder, TERMS } from './world.ts'
import { addPayers } from './world-payers.ts'

/** A request of a test. */
export interface RequestOptions {
  /** The user whose token is sent; if omitted, none. */
  as?: string
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON unless it is text or a form. */
  body?: unknown
}

/** A test that itself holds what a request waits for may do so for longer than 4 s. */
const LIMITS = { ...REQUEST_LIMITS, lockMs: 60_000, checkedOutMs: 100_000 }
const EHR_NAMES = { sendingApplication: 'KARYO', sendingFacility: 'LARKFIELD' }

const bigint = { to: 20, from: [20], serialize: String, parse: Number }

/** Runs heavy work in this thread, on a copy of its input, as another thread would get it. */
const runHere: RunHeavy = async ({ module, name, input }) =>
  (await import(module))[name](structuredClone(input))

const configuration = {
  identity: {
    ...{
      issuer: 'https://identity.test',
      clientId: 'portal',
      audience: 'urn:karyo:api',
      rolesClaim: 'roles',
    },
    endpoints: null,
  },
  version: '10.5.0',
  sites: { catalogue: 'https://catalogue.test', appointment: 'https://appointment.test' },
  features: { userAdmin: true, kits: true, notifications: true, calendarDates: false },
  flags: { Document_Management: true, OnlineOrderPortal: true },
  manifestInstitution: PARENT,
  excludedBilling: [FOREIGN],
  vaHospitalCodes: [] as string[],
  idleSeconds: 3600,
  accountUrl: null,
}

interface PortalOptions {
  rateLimit?: number
  /** Reached by https through one proxy. */
  behindProxy?: boolean
  virusCheck?: VirusCheck
  /** Writes the reports of demo orders; if omitted, all orders are real. */
  demoReport?: OrderDeps['demoReport']
  /** Feature switches that differ from what most tests need. */
  features?: Partial<typeof configuration.features>
  flags?: Partial<typeof configuration.flags>
  vaHospitalCodes?: string[]
  /** The codec of orders to the laboratory. */
  orderCodec?: LaboratoryCodec
  /** Verifies tokens for the FHIR endpoints if they are from another provider than the test's own. */
  fhirVerifier?: TokenVerifier
  /** If omitted, nothing is logged. */
  logger?: FastifyBaseLogger
  noteStep?: NoteStep
  /** An existing database with all migrations; if omitted, a new one in the tests' cluster. */
  database?: TestDatabase
  /** Fills it; if omitted, with the world of world.ts. */
  fill?: (db: Transaction<Tables>, files: FileStore) => Promise<void>
  /** The connection to read lists from; if omitted, the portal's own. */
  lists?: (portal: Connection) => Connection
  /**
   * Whether roles that see orders, granted to a new user, need a second person's approval. Most tests grant
   * them directly.
   */
  requiresSecondApproval?: boolean
  /** How long a hospital waits for advice; here long enough for any machine. */
  adviceWithinMs?: number
  /** The NPI registry; else the world's. */
  registry?: NpiRegistry
  /** Additional plugins. */
  plugins?: (opened: { portal: Connection; worker: Connection; live: Live }) => FastifyPluginAsync[]
}

/** Clients of the FHIR endpoints. */
const FHIR_CLIENTS = [
  { id: 'lims', scopes: ['system/Bundle.c'], institutions: [] },
  { id: 'ehr-system', scopes: ['system/*.rs'], institutions: [PARENT] },
  { id: 'ehr', scopes: ['user/*.rs'], institutions: [] },
].map((client) => ({ ...client, name: `System ${client.id}`, secret: null, redirectUris: [] }))

const eligibilityDeps = {
  laboratory: { name: 'Larkfield Genetics', npi: '1999999992' },
  ...{ canQueryPayers: true, now: () => new Date() },
}

async function smallWorld(db: Transaction<Tables>): Promise<void> {
  await makeWorld(db)
  await addPayers(db)
}

/** The secret with which the counseling partner signs. */
export const PARTNER_SECRET = 'a-secret-that-the-partner-shares-with-us'
/** The origin of links in mails. */
export const PORTAL_ORIGIN = 'https://portal.test'

/** Portals of this process that were started and not stopped yet. */
let portalsOpen = 0

/**
 * The whole server over HTTP, composed as in main.ts: a database of its own with the world of world.ts, the
 * real checks, queue and file store; tokens and the laboratory are the test's. No rate limit unless given.
 */
export async function startPortal({
  rateLimit = 0,
  behindProxy = false,
  virusCheck = noVirusCheck(),
  features = {},
  flags = {},
  vaHospitalCodes = configuration.vaHospitalCodes,
  orderCodec = hl7,
  fhirVerifier: otherVerifier,
  logger = pino({ level: 'silent' }),
  noteStep = () => {},
  lists = (portal) => portal,
  database: given,
  plugins = () => [],
  requiresSecondApproval = false,
  fill = smallWorld,
  demoReport = null,
  adviceWithinMs = 30_000,
  registry: otherRegistry,
}: PortalOptions = {}) {
  const codec = eitherCodec(hl7, orderCodec)
  const dir = await mkdtemp(path.join(tmpdir(), 'karyo-files-'))
  const files = directoryFiles(dir)
  const isSmall = given === undefined && fill === smallWorld
  const database =
    given ??
    (isSmall
      ? await filledDatabase('small_world', (url) => administer(url, smallWorld))
      : await testDatabase())
  // A second portal of a test must not give the first one's patients again.
  if (portalsOpen === 0) beginBirthdays()
  if (!isSmall) await administer(database.url, (db) => fill(db, files))
  const open = (role: 'karyo_portal' | 'karyo_worker', max: number) => ({
    ...connect({
      ...{ url: database.url, secret: TEST_SECRET, role, max },
      ...(role === 'karyo_portal' ? { limits: LIMITS } : {}),
    }),
    /** For a test's own queries, in the same role. */
    sql: postgres(roleUrl(database.url, TEST_SECRET, role), { max: 2, types: { bigint } }),
  })
  const [portal, worker] = [open('karyo_portal', 16), open('karyo_worker', 4)]
  const failed = (error: Error) => logger.error({ err: error }, 'a job failed')
  const boss = await startBoss(roleUrl(database.url, TEST_SECRET, 'karyo_worker'), failed)
  const ended = await startEndedSessions(worker)
  const live = await startLive(worker, ended)
  const { verifier, fhirVerifier, tokenOf } = await startTokens()
  const laboratory = testLaboratory()
  const sendMail = mailOutbox(boss)
  const gateway = composeGateway({
    ...{ worker, boss, codec, files, openPdf: anyPdf, sendMail, noteStep },
    ...{ portalOrigin: PORTAL_ORIGIN, laboratoryName: 'Larkfield Genetics' },
  })
  const { receive, notify } = gateway
  const deps: ServerDeps = {
    ...{ portal, worker, lists: lists(portal), files, sendMail, live, logger, virusCheck },
    ...{ verifier, endedSessions: ended, laboratory: gateway.laboratory, operator: gateway.operator },
    fhir: {
      verifier: otherVerifier ?? fhirVerifier,
      ...{ clients: FHIR_CLIENTS, writer: fhirWriter, base: FHIR_AUDIENCE, receive },
      endpoints: () => identityEndpoints('https://identity.test', true),
    },
    demoReport,
    heavy: runHere,
    configuration: {
      ...configuration,
      features: { ...configuration.features, ...features },
      flags: { ...configuration.flags, ...flags },
      vaHospitalCodes,
    },
    counseling: {
      ...{ connection: worker, boss, secret: TEST_SECRET, now: () => new Date() },
      isTaken: true,
      isSigned: (signature, body) => isSigned(PARTNER_SECRET, signature, body, new Date()),
    },
    coverage: { queueCheck: eligibilityOutbox(boss), canQueryPayers: true, now: () => new Date() },
    ...{ registry: otherRegistry ?? tableRegistry(portal.db), secret: TEST_SECRET },
    launches: smartLaunches({ production: false, withinMs: 60_000 }),
    advice: { requests: adviceRequests(), withinMs: adviceWithinMs },
    ...{ portalOrigin: PORTAL_ORIGIN, termsVersion: TERMS, laboratoryName: 'Larkfield Genetics' },
    endsSessions: true,
    requiresSecondApproval,
    noteViolation: () => {},
    letters: readLetters(SHIPPED_LETTERS),
    contact: { address: ['1 Lane'], phone: '(312) 555-0142', email: 'support@laboratory.test' },
    invalidPatchPaths: ['/isVOB', '/addOn'],
    publicOrigin: behindProxy ? 'https://localhost' : 'http://localhost',
    identityOrigin: 'https://identity.test',
    catalogueOrigin: 'https://catalogue.test',
    ...{ proxies: 1, rateLimit, version: '10.5.0' },
    plugins: plugins({ portal, worker, live }),
  }
  const hospitalCodec = ehrCodec({ ...EHR_NAMES, processingId: 'P' })
  const app = await compose(deps)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })

  async function requestOf(
    route: string,
    { as, method = 'GET', headers = {}, body }: RequestOptions,
  ): Promise<Request> {
    return new Request(`${origin}${route}`, {
      method,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${await tokenOf(as)}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body) }),
    })
  }
  /** Sends one request as a browser would. */
  const request = async (route: string, sent: RequestOptions = {}) => fetch(await requestOf(route, sent))

  /** The same without the network, which is cheaper: for replies that end. */
  async function inject(route: string, sent: RequestOptions = {}): Promise<Response> {
    const { method, headers, body } = await requestOf(route, sent)
    const {
      statusCode,
      rawPayload,
      headers: answered,
    } = await app.inject({
      ...{ method: method as 'GET', url: route, headers: Object.fromEntries(headers) },
      ...(body === null ? {} : { payload: Buffer.from(await new Response(body).arrayBuffer()) }),
    })
    const known = Object.entries(answered).filter(
      (one): one is [string, string] => typeof one[1] === 'string',
    )
    const content = [204, 304].includes(statusCode) ? null : new Uint8Array(rawPayload)
    return new Response(content, { status: statusCode, headers: known })
  }

  /** The contract's client, signed in as a test user. */
  function as(subject: string): Client<typeof api> {
    return createClient(api, (route, { method, headers, body, form }) =>
      request(route, { as: subject, method, headers, body: form ? formDataOf(form) : body }),
    )
  }

  async function draft(
    document: OrderDocument = readyOrder(),
    { by = 'OrderSubmitter@P1', at = PARENT } = {},
  ) {
    return as(by).orders.create({ params: { hospital: at }, body: { draftKey: randomUUID(), document } })
  }

  portalsOpen += 1
  return {
    ...{ database, portal, worker, files, boss, live, laboratory, app, origin, tokenOf, request, inject },
    ...{ as, draft, dir },
    /** Submits an order, which is then on its way to the laboratory. */
    async submitted(document?: OrderDocument, who?: { by: string; at: string }): Promise<Order> {
      const { id, hospitalCode: hospital } = await draft(document, who)
      return as(who?.by ?? 'OrderSubmitter@P1').orders.submit({
        params: { hospital, id },
        headers: {},
        query: SIGNED,
      })
    },
    /** The mails written to a recipient, oldest first. */
    async mailsTo(recipient: string) {
      const found = worker.db
        .selectFrom('mail_out')
        .select(['subject', 'body'])
        .where('recipient', '=', recipient)
      return found.orderBy('created_at').execute()
    },
    receive,
    /** Mails users about an order's event. */
    notify,
    /** Receives a message of the hospital whose connection has this certificate. */
    receiveEhr: composeEhr(deps, hospitalCodec),
    /** Writes drafts again whose hospital's map has changed; how many orders were looked at. */
    applyChangedMaps: () => applyChangedMaps(changedMapsDeps(deps)),
    /** Starts sending hospitals their results. */
    sendResults: (instead: Partial<Parameters<typeof startResultDelivery>[0]> = {}) =>
      startResultDelivery({
        ...{ worker, files, codec: hospitalCodec, connect: hospitalConnections(null, { timeoutMs: 60_000 }) },
        ...{ laboratoryName: 'Larkfield Genetics', onError: failed, watch: (_, call) => call },
        ...{ answersAgain() {}, ...instead },
      }),
    deliver: () =>
      startDelivery(boss, worker, laboratory, { onError: failed, noteStep, sendOrderNotice: notify }),
    /** Starts asking payers about waiting checks. */
    startCheckWorker: (clearinghouse: Clearinghouse) =>
      startCheckWorker(boss, { ...eligibilityDeps, connection: worker, clearinghouse }, failed),
    /** Asks about one check directly, without the queue. */
    runCheck: (clearinghouse: Clearinghouse, id: number) =>
      runCheck({ ...eligibilityDeps, connection: worker, clearinghouse }, id),
    /** Starts handing over waiting requests to the counseling partner. */
    handOver: (partner: CounselingPartner) => startHandingOver(boss, worker, partner, failed),
    async stop() {
      portalsOpen -= 1
      await Promise.all([live.close(), ended.close()])
      const closed = app.close()
      // No reply is awaited any more, but the server would wait for a client's idle connection.
      app.server.closeAllConnections()
      await closed
      await boss.stop({ graceful: false })
      await Promise.all([portal, worker].flatMap((one) => [one.close(), one.sql.end()]))
      await database.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export type TestPortal = Awaited<ReturnType<typeof startPortal>>

/** Encodes a form as a browser does. */
function formDataOf(body: FormBody): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    if (typeof value !== 'object') form.append(name, String(value))
    else
      form.append(name, new Blob([new Uint8Array(value.content)], { type: value.mediaType }), value.filename)
  }
  return form
}

/** The problem that a call of the client fails with. */
export async function problemOfCall(call: Promise<unknown>): Promise<Problem> {
  const outcome = await call.catch((error: unknown) => error)
  if (outcome instanceof ProblemError) return outcome.problem
  throw new Error('the call was not refused with a problem', { cause: outcome })
}

/** The response's problem document. */
export async function problemIn(response: Response): Promise<Problem> {
  return problem.parse(await response.json())
}
