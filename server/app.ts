import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  LogController,
} from 'fastify'
import { createJsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod'
import { api } from '#contract/api.ts'
import { ProblemError, problemOf } from '#contract/errors.ts'
import { isBinary, isEventStream, isFile, type Route, type SentFile } from '#contract/route.ts'
import {
  type AccessParts,
  admit,
  type Bearer,
  bearerOf,
  type Caller,
  headerCodes,
  NOBODY,
  type PresumedOf,
  presume,
} from './access.ts'
import { NotProven } from './database/scope.ts'
import type { AnyHandler, Handlers } from './handlers.ts'
import { type HeaderOptions, securityHeaders } from './headers.ts'
import { inTime } from './in-time.ts'
import { routeSchema } from './openapi.ts'
import { mapErrors, unknownRoute, unreadable } from './problems.ts'
import type { NoteRefusal } from './refusals.ts'
import { stream } from './stream.ts'
import { validated } from './validate.ts'

type Api = typeof api
export type ApiHandlers = { [Feature in keyof Api]: Handlers<Api[Feature]> }

export interface AppParts extends AccessParts, HeaderOptions {
  presumedOf: PresumedOf
  handlers: ApiHandlers
  noteRefusal: NoteRefusal
  logger: FastifyBaseLogger
  /** Before an `https:` portal: what else X-Forwarded-For names, the client has made up. */
  proxies: number
  /** Requests a minute for one user, or one address where nobody is signed in; 0 for no limit. */
  rateLimit: number
  /** Where they are counted: shared-limits.ts. */
  limits: FastifyRateLimitStoreCtor
  version: string
  /** Mounted besides the API: identity, the sites, health and figures. */
  plugins: FastifyPluginAsync[]
}

declare module 'fastify' {
  interface FastifyRequest {
    bearer: Bearer
    caller: Caller
    rawBody: string
  }
}

/** Why a request is aborted: made once, and not with every answer. */
const GONE = new Error('the caller is gone')

/** Browsers send these by themselves, and anybody may. */
const POLICY_REPORT_BYTES = 16_384

/** Whoever asks is told by then that it can't be done now. What was begun ends by itself, or with its connection. */
const ANSWERED_BY_MS = 15_000
/** Where a file is read or made: a manifest has thousands of rows. */
const FILES_BY_MS = 600_000

const answered = <T>(work: () => Promise<T>, ms = ANSWERED_BY_MS): Promise<T> =>
  inTime(
    work(),
    ms,
    () => new ProblemError(problemOf('unavailable'), { cause: new Error(`not done in ${ms} ms`) }),
  )

/** Routes that touch nothing but through `reading` and `within`, which prove who was presumed to call. */
const PRESUMING: readonly string[] = ['orders.list', 'orders.listLean', 'orders.create', 'orders.submit']

/** How long requests may run on after the server was asked to stop. */
const ANSWERED_WITHIN_MS = 20_000

/** `{name}` of the contract is `:name` to the router. */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function mount(
  app: FastifyInstance,
  feature: string,
  name: string,
  route: Route,
  handler: AnyHandler,
  parts: AppParts,
) {
  const { access } = route
  const presumes = access.kind === 'institution' && PRESUMING.includes(`${feature}.${name}`)
  const longest =
    route.bodyType === 'multipart/form-data' || isFile(route.reply) ? FILES_BY_MS : ANSWERED_BY_MS
  app.route({
    method: route.method,
    url: routerPath(route.path),
    // HEAD would open a report or a stream without anybody reading it.
    exposeHeadRoute: false,
    schema: routeSchema(feature, name, route),
    ...(route.perMinute && parts.rateLimit > 0
      ? { config: { rateLimit: { max: route.perMinute, timeWindow: '1 minute' } } }
      : {}),
    onRequest: async (request) => {
      request.caller =
        (presumes ? presume(request, access, parts.presumedOf) : null) ??
        (await answered(() => admit(request, access, parts)))
    },
    handler: async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(GONE))
      async function answer() {
        const input = {
          ...(await validated(route, request)),
          ...request.caller,
          institutionCodes: headerCodes(request),
          signal: gone.signal,
          address: request.ip,
          rawBody: request.rawBody,
        }
        return answered(async () => handler(input as never), longest)
      }
      const { presumed } = request.caller.authority ?? {}
      if (presumed) {
        const [tried] = await Promise.allSettled([answer()])
        const refusal: unknown = tried.status === 'rejected' ? tried.reason : null
        // Whoever has waited that long does not wait once more.
        if (refusal instanceof ProblemError && refusal.problem.code === 'unavailable') throw refusal
        if (!presumed.isProven || refusal instanceof NotProven) {
          // Neither the answer nor a refusal counts: it is found out who asks, and all is done again.
          request.caller = await answered(() => admit(request, access, parts))
        } else if (tried.status === 'fulfilled') {
          return send(reply, route, tried.value, request.caller)
        } else {
          throw tried.reason
        }
      }
      return send(reply, route, await answer(), request.caller)
    },
  })
}

function send(reply: FastifyReply, route: Route, answer: unknown, caller: Caller) {
  if (route.reply === undefined) return reply.code(204).send()
  if (isBinary(route.reply))
    return reply
      .header('content-type', route.reply.binary)
      .header('content-disposition', 'inline')
      .send(Buffer.from(answer as Uint8Array))
  if (isFile(route.reply)) {
    const { content, filename, mediaType } = answer as SentFile
    return reply
      .header('content-type', mediaType)
      .header('content-disposition', contentDisposition(filename))
      .send(Buffer.from(content))
  }
  if (isEventStream(route.reply))
    return stream(reply, answer as AsyncIterable<unknown>, caller.claims?.exp ?? null)
  return reply.code(route.status ?? 200).send(answer)
}

/** RFC 6266: a name for everybody, and the name itself for who reads UTF-8. */
function contentDisposition(filename: string): string {
  const plain = filename.replace(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** The whole HTTP side: the contract's routes with their handlers, and what is mounted besides. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const secure = parts.publicOrigin.startsWith('https:')
  const app: FastifyInstance = fastify({
    loggerInstance: parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: secure && ((_address, hop) => hop < parts.proxies),
    bodyLimit: 1024 * 1024,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Named to support by users, and in the audit trail: unique over restarts and instances.
    genReqId: () => randomUUID(),
    // A path that can't be decoded is refused before there is a route.
    frameworkErrors: mapErrors(parts.noteRefusal),
    clientErrorHandler: unreadable,
  })
  app.decorateRequest('caller')
  app.decorateRequest('bearer')
  app.decorateRequest('rawBody', '')
  // Before the limits: they count by who is asking, as far as that is proven.
  app.addHook('onRequest', async (request) => {
    request.caller = NOBODY
    request.bearer = await bearerOf(request, parts.verifier)
  })
  // A clean stop answers what was asked, unless it takes too long.
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), ANSWERED_WITHIN_MS).unref()
    done()
  })
  // Requests are validated by the contract's schemas in `validated`, all parts and all errors at once.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(mapErrors(parts.noteRefusal))
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
  await securityHeaders(app, parts)
  await app.register(compress, { threshold: 2048 })
  if (parts.rateLimit > 0)
    await app.register(rateLimit, {
      max: parts.rateLimit,
      timeWindow: '1 minute',
      store: parts.limits,
      // Files cost nothing, and a whole hospital may fetch them from one address; sign-in has limits of its own.
      allowList: (request) => !/^\/(api|fhir)(\/|$)/i.test(request.url),
      keyGenerator: ({ bearer, ip }) => ('claims' in bearer ? bearer.claims.sub : ip),
    })
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Karyo',
        version: parts.version,
        description: 'Order genetic tests and read their reports.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: createJsonSchemaTransform({}),
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
  for (const [feature, routes] of Object.entries(api)) {
    const handlers = parts.handlers[feature as keyof Api] as Record<string, AnyHandler>
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      const handler = handlers[name]
      if (!handler) throw new Error(`no handler for ${feature}.${name}`)
      mount(app, feature, name, route, handler, parts)
    }
  }
  for (const plugin of parts.plugins) await app.register(plugin)
  await app.ready()
  return app
}
