import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, ProblemError } from '#contract/errors.ts'
import {
  type Cost,
  costOf,
  isBinary,
  isEventStream,
  isFile,
  type Route,
  type SentFile,
} from '#contract/route.ts'
import { networkOf } from '#domain/network/network-of.ts'
import { type Authority, StaleActorError } from '../database/scope.ts'
import {
  type AccessDeps,
  admit,
  admitCached,
  assertSignedIn,
  type FindCachedActor,
  headerCodes,
  type RequestAuth,
} from './access.ts'
import { COST_LIMITS } from './costs.ts'
import type { AnyHandler } from './handlers.ts'
import { routeSchema } from './openapi.ts'
import { type RequestWork, requestWork } from './request-work.ts'
import type { Shares } from './shares.ts'
import { stream } from './stream.ts'
import { validateRequest } from './validate.ts'

/** Why a request is aborted: created once rather than for each request. */
const GONE = new Error('the client disconnected')

declare module 'fastify' {
  interface FastifyRequest {
    work: RequestWork
  }
}

/** The largest body of any route, without an upload's file. */
export const MOST_BODY_BYTES = 1024 * 1024

/** Routes that use only `reading` and `withScope`, which verify the cached actor. */
const CACHED_ACTOR_ROUTES: readonly string[] = [
  'orders.list',
  'orders.listLean',
  'orders.create',
  'orders.submit',
]

/** The contract's `{name}` is the router's `:name`. */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** An open page says which of its requests nobody made (portal/reading-again.ts). */
function authorityOf({ auth: { authority }, headers }: FastifyRequest): Authority | null {
  return authority && headers['x-karyo-refresh'] === 'true' ? { ...authority, isRefresh: true } : authority
}

/** A body may arrive long after the request's headers: meanwhile its user may be blocked or logged out. */
function awaitsBody({ method, headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': chunked } = headers
  return method !== 'GET' && (chunked !== undefined || Number(length) > 0)
}

export interface RouteDeps extends AccessDeps {
  findCachedActor: FindCachedActor
  /** Whether requests are limited per minute. */
  limited: boolean
  shares: Shares
}

/**
 * Mounts a route of the contract with its handler: admits the request, bounds it by its cost, validates it,
 * replies.
 */
export function mountRoute(
  app: FastifyInstance,
  feature: string,
  name: string,
  route: Route,
  handler: AnyHandler,
  { limited, shares, ...deps }: RouteDeps,
) {
  const { access } = route
  const usesCachedActor = access.kind === 'institution' && CACHED_ACTOR_ROUTES.includes(`${feature}.${name}`)
  const cost = costOf(route)
  const { withinMs, statementMs, bodyBytes, perMinute } = COST_LIMITS[cost]
  const admitted = (request: FastifyRequest) =>
    request.work.run(() => admit(request, access, deps), COST_LIMITS.light.withinMs)
  /** Admits a request again whose body has arrived, or whose work goes on. */
  async function readmit(request: FastifyRequest): Promise<Authority | null> {
    assertSignedIn(request, deps)
    request.auth = await admitted(request)
    return authorityOf(request)
  }
  /** With a cached actor, the first statement does it. */
  const afterBody = async (request: FastifyRequest) => {
    if (access.kind === 'public' || !awaitsBody(request)) return
    if (request.auth.authority?.cachedActor && usesCachedActor) assertSignedIn(request, deps)
    else await readmit(request)
  }
  const institutionOf = ({ params }: FastifyRequest) => {
    const at = access.kind === 'institution' ? access.at?.[0] : undefined
    return at && (params as Record<string, string>)[at]?.toLowerCase()
  }

  /** Keeps a place until the work is over, even if its client has disconnected. */
  async function inShare<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const { auth, ip } = request
    const institution = institutionOf(request)
    request.work.countFor(auth, institution)
    const leave = await shares.enter({
      cost,
      one: auth.claims?.sub ?? networkOf(ip),
      many: institution ?? null,
      signedIn: auth.claims !== null,
    })
    // Work that never ends must not occupy its user's place forever.
    const longest = setTimeout(leave, 2 * withinMs).unref()
    const begun = () =>
      work().finally(() => {
        clearTimeout(longest)
        leave()
      })
    return request.work.run(begun, withinMs)
  }

  app.route({
    method: route.method,
    url: routerPath(route.path),
    // HEAD would open a report or a stream without anybody reading it.
    exposeHeadRoute: false,
    schema: routeSchema(feature, name, route),
    // A parser's own limit applies if it is lower than the class's.
    ...(bodyBytes < MOST_BODY_BYTES ? { bodyLimit: bodyBytes } : {}),
    ...(limited ? rateOf(route.perMinute, perMinute, cost) : {}),
    // After the limits, which are checked in `onRequest`, so that refused requests count too. Before the body
    // is read.
    preParsing: async (request, reply) => {
      request.work = requestWork(request, reply, statementMs)
      // What has a body is admitted again, so that this costs the database nothing.
      request.auth =
        (access.kind === 'institution' && (usesCachedActor || awaitsBody(request))
          ? admitCached(request, access, deps.findCachedActor)
          : null) ?? (await admitted(request))
      return undefined
    },
    handler: async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(GONE))
      const answer = () =>
        inShare(request, async () => {
          const parts = await validateRequest(route, request)
          await afterBody(request)
          const input = {
            ...parts,
            ...request.auth,
            authority: authorityOf(request),
            readmit: () => readmit(request),
            institutionCodes: headerCodes(request),
            signal: gone.signal,
            address: request.ip,
            rawBody: request.rawBody,
          }
          return handler(input as never)
        })
      const cachedActor = usesCachedActor ? request.auth.authority?.cachedActor : undefined
      if (cachedActor) {
        const [tried] = await Promise.allSettled([answer()])
        const refusal: unknown = tried.status === 'rejected' ? tried.reason : null
        // A request that has waited this long does not wait again.
        if (refusal instanceof ProblemError && GIVEN_UP.includes(refusal.problem.code)) throw refusal
        if (!cachedActor.isVerified || refusal instanceof StaleActorError) {
          // The cached actor was stale: discards the result or refusal, reads the actor, and runs the request
          // again.
          request.auth = await admitted(request)
        } else if (tried.status === 'fulfilled') {
          return send(reply, route, tried.value, request.auth)
        } else {
          throw tried.reason
        }
      }
      return send(reply, route, await answer(), request.auth)
    },
  })
}

/** Refusals that do not depend on the actor. */
const GIVEN_UP: readonly ErrorCode[] = ['unavailable', 'too-many-requests']

/** The route's own limit or the one its class shares; without either, the limit of all requests applies. */
function rateOf(
  own: number | undefined,
  ofClass: number | null,
  cost: Cost,
): { config?: { rateLimit: RateLimitOptions } } {
  if (own !== undefined) return { config: { rateLimit: { max: own, timeWindow: '1 minute' } } }
  if (ofClass === null) return {}
  return { config: { rateLimit: { max: ofClass, timeWindow: '1 minute', groupId: ` ${cost}` } } }
}

function send(reply: FastifyReply, route: Route, answer: unknown, auth: RequestAuth) {
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
    return stream(reply, answer as AsyncIterable<unknown>, auth.claims?.exp ?? null)
  return reply.code(route.status ?? 200).send(answer)
}

/** RFC 6266: an ASCII name, and the real name for clients that read UTF-8. */
function contentDisposition(filename: string): string {
  const plain = filename.replace(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
