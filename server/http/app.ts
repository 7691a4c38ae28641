import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  LogController,
} from 'fastify'
import { createJsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod'
import type { TokenVerifier } from '#adapters/identity/port.ts'
import { api } from '#contract/api.ts'
import { ProblemError, problemOf } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'
import { networkOf } from '#domain/network/network-of.ts'
import {
  type AccessDeps,
  ANONYMOUS,
  type Bearer,
  bearerOf,
  type FindCachedActor,
  type RequestAuth,
} from './access.ts'
import { apiDocuments } from './api-documents.ts'
import { refuseUnkeepable } from './characters.ts'
import { COST_LIMITS } from './costs.ts'
import type { AnyHandler, Handlers } from './handlers.ts'
import { type HeaderOptions, securityHeaders } from './headers.ts'
import { MOST_BODY_BYTES, mountRoute } from './mount-route.ts'
import { originForm } from './origin-form.ts'
import { mapErrors, unknownRoute, unreadable } from './problems.ts'
import type { NoteRefusal } from './refusals.ts'
import { roomOf } from './rooms.ts'
import { openShares } from './shares.ts'

type Api = typeof api
export type ApiHandlers = { [Feature in keyof Api]: Handlers<Api[Feature]> }

export interface AppDeps extends AccessDeps, HeaderOptions {
  /** Verifies the tokens of requests for FHIR, which are for another audience. */
  fhirVerifier: TokenVerifier
  findCachedActor: FindCachedActor
  handlers: ApiHandlers
  noteRefusal: NoteRefusal
  logger: FastifyBaseLogger
  /** Number of proxies before an `https:` portal: further addresses in X-Forwarded-For may be forged by the client. */
  proxies: number
  /** Requests per minute for one user or FHIR client, or for one network without a token; 0 for no limit. */
  rateLimit: number
  /** Where they are counted: shared-limits.ts. */
  limits: FastifyRateLimitStoreCtor
  version: string
  laboratoryName: string
  /** Mounted besides the API: identity, the sites, health and figures. */
  plugins: FastifyPluginAsync[]
}

declare module 'fastify' {
  interface FastifyRequest {
    bearer: Bearer
    auth: RequestAuth
    rawBody: string
  }
}

/** Browsers send these reports on their own, and anybody may. */
const POLICY_REPORT_BYTES = 16_384

/** Of a request that no user makes. */
const NO_USER: Bearer = { refused: new ProblemError(problemOf('not-signed-in')) }

/** How long requests may continue after the server was asked to stop. */
const ANSWERED_WITHIN_MS = 20_000

/**
 * By then a request has arrived with its body: a minute after the time that an upload has, whose reply says so
 * itself. The largest file arrives in ten minutes on a line of 0.3 Mbit/s.
 */
const ARRIVED_WITHIN_MS = COST_LIMITS.upload.withinMs + 60_000

/** The whole HTTP server: the contract's routes with their handlers, and the plugins. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const secure = deps.publicOrigin.startsWith('https:')
  const app: FastifyInstance = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: secure && ((_address, hop) => hop < deps.proxies),
    bodyLimit: MOST_BODY_BYTES,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    requestTimeout: ARRIVED_WITHIN_MS,
    // Users quote it to support, and the audit trail contains it: unique across restarts and instances.
    genReqId: () => randomUUID(),
    // A path that cannot be decoded is refused before a route is matched.
    frameworkErrors: mapErrors(deps.noteRefusal),
    clientErrorHandler: unreadable,
  })
  app.decorateRequest('auth')
  app.decorateRequest('bearer')
  app.decorateRequest('rawBody', '')
  app.decorateRequest('work')
  // Before the limits, which count by the token's user.
  app.addHook('onRequest', async (request) => {
    request.auth = ANONYMOUS
    const room = roomOf(request)
    const verifier = room === 'fhir' ? deps.fhirVerifier : deps.verifier
    // A hospital's record system signs its own tokens (features/ehr/advice): no issuer of users is asked about them.
    request.bearer = room === 'cds' ? NO_USER : await bearerOf(request, verifier)
  })
  // After the limits, before the actor is looked up.
  app.addHook('preParsing', async (request) => void (await refuseUnkeepable(request)))
  // A clean stop completes open requests, unless that takes too long.
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), ANSWERED_WITHIN_MS).unref()
    done()
  })
  // `validateRequest` validates requests with the contract's schemas: all parts, all errors in one reply.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(mapErrors(deps.noteRefusal))
  app.setNotFoundHandler(unknownRoute)
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    request.rawBody = text
    readJson(request, text, done)
  })
  app.addContentTypeParser('application/json-patch+json', { parseAs: 'string' }, readJson)
  const reports = { parseAs: 'string', bodyLimit: POLICY_REPORT_BYTES } as const
  app.addContentTypeParser('application/csp-report', reports, readJson)
  await app.register(multipart)
  await app.register(formbody)
  await securityHeaders(app, deps)
  await app.register(compress, { threshold: 2048 })
  const limited = deps.rateLimit > 0
  if (limited)
    await app.register(rateLimit, {
      max: deps.rateLimit,
      timeWindow: '1 minute',
      store: deps.limits,
      // Static files are cheap, and a whole hospital may fetch them from one address.
      allowList: (request) => roomOf(request) === null,
      // Sign-in and token renewal have no user yet: they are counted apart from the API, because a hospital
      // signs in from one address in the morning.
      keyGenerator: (request) =>
        'claims' in request.bearer
          ? request.bearer.claims.sub
          : `${roomOf(request) === 'identity' ? 'identity ' : ''}${networkOf(request.ip)}`,
    })
  await app.register(swagger, {
    openapi: {
      info: {
        title: `${deps.laboratoryName}: API`,
        version: deps.version,
        description: 'Order genetic tests and read their reports.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: createJsonSchemaTransform({}),
  })
  await apiDocuments(app, deps)
  // A route of its own, so that limits and headers apply to unknown addresses too.
  for (const url of ['/api', '/api/*']) app.all(url, { schema: { hide: true } }, unknownRoute)
  const shares = openShares()
  for (const [feature, routes] of Object.entries(api)) {
    const handlers = deps.handlers[feature as keyof Api] as Record<string, AnyHandler>
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      const handler = handlers[name]
      if (!handler) throw new Error(`no handler for ${feature}.${name}`)
      mountRoute(app, feature, name, route, handler, { ...deps, limited, shares })
    }
  }
  for (const plugin of deps.plugins) await app.register(plugin)
  await app.ready()
  return app
}
