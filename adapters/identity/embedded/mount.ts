import type { FastifyError, FastifyPluginAsync } from 'fastify'
import { errors } from 'oidc-provider'
import { type IdentityDeps, requestSourceOf } from './deps.ts'
import { UnexpectedFields, UnreadableField } from './forms.ts'
import { securityHeaders } from './headers.ts'
import { busyPage, expiredPage, failedPage } from './pages/sign-in.ts'
import { accountRoutes } from './routes/account.ts'
import { accountFactorRoutes } from './routes/account-factors.ts'
import { challengeRoutes } from './routes/challenge.ts'
import { hospitalRoutes } from './routes/hospital.ts'
import { interactionRoutes } from './routes/interaction.ts'
import { linkRoutes } from './routes/links.ts'
import { signUpRoutes } from './routes/sign-up.ts'

/** Retry-After of a 503. */
const RETRY_AFTER_SECONDS = 5

/**
 * Everything under the issuer's path: the pages as Fastify routes, the protocol as oidc-provider implements
 * it.
 */
export function identityPlugin(deps: IdentityDeps): FastifyPluginAsync {
  const base = new URL(deps.issuer).pathname
  return async (fastify) => {
    if (fastify.prefix !== base) throw new Error(`the identity provider must be mounted at ${base}`)
    const away = new WeakSet<object>()
    deps.provider.on('server_error', (ctx, error) => {
      const isAway = deps.isAway(error)
      if (isAway) away.add(ctx)
      fastify.log[isAway ? 'warn' : 'error']({ err: error }, 'the identity provider failed')
    })
    deps.provider.use(async (ctx, next) => {
      await next()
      if (!away.has(ctx)) return
      ctx.status = 503
      ctx.set('retry-after', String(RETRY_AFTER_SECONDS))
    })
    await fastify.register(pages(deps))
    await fastify.register(protocol(deps))
  }
}

function pages(deps: IdentityDeps): FastifyPluginAsync {
  const { notices, site } = deps
  const { origin, pathname } = new URL(deps.issuer)
  const headers = {
    ...securityHeaders(deps.portalOrigin, new URL(site.passkeyScript.path, deps.issuer)),
    'cache-control': 'no-store',
  }

  return async (fastify) => {
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    fastify.addHook('onRequest', async (request, reply) => {
      reply.headers(headers).type('text/html; charset=utf-8')
      if (request.method !== 'POST' || request.headers.origin === origin) return
      return reply.code(403).send(failedPage(site, '403, the form came from another site'))
    })
    fastify.setErrorHandler<FastifyError>(async (error, request, reply) => {
      // Fastify removes the content type on errors.
      reply.type('text/html; charset=utf-8')
      if (error instanceof errors.SessionNotFound) return reply.code(400).send(expiredPage(site))
      if (error instanceof UnexpectedFields) {
        const { address } = requestSourceOf(request)
        const { email, fields } = error
        const form = request.routeOptions.url ?? ''
        await notices.event({ type: 'elevation-attempt', form, fields, sub: null, email, address })
      }
      if (error instanceof UnreadableField)
        return reply.code(400).send(failedPage(site, `400, ${error.message}`))
      const status = deps.isAway(error) ? 503 : (error.statusCode ?? 500)
      if (status === 503 || status === 429) {
        if (!reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_AFTER_SECONDS)
        request.log.warn({ err: error }, 'request failed')
        return reply.code(status).send(busyPage(site))
      }
      if (status >= 500) request.log.error({ err: error }, 'request failed')
      return reply.code(status).send(failedPage(site, `${status}, ${request.id}`))
    })

    for (const asset of [site.style, site.passkeyScript]) {
      fastify.get(asset.path.slice(pathname.length), (_request, reply) =>
        reply
          .type(`${asset.type}; charset=utf-8`)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(asset.content),
      )
    }
    interactionRoutes(fastify, deps)
    hospitalRoutes(fastify, deps)
    challengeRoutes(fastify, deps)
    signUpRoutes(fastify, deps)
    linkRoutes(fastify, deps)
    accountRoutes(fastify, deps)
    accountFactorRoutes(fastify, deps)
  }
}

function protocol({ issuer, provider }: IdentityDeps): FastifyPluginAsync {
  const { host, protocol: scheme, pathname } = new URL(issuer)
  const handle = provider.callback()
  return async (fastify) => {
    // oidc-provider parses the body itself.
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', (_request, _payload, done) => done(null))
    fastify.all('/*', async (request, reply) => {
      reply.hijack()
      const { raw } = request
      // The provider's addresses are those of the configured issuer, whatever a client or proxy sends.
      raw.headers.host = host
      raw.headers['x-forwarded-for'] = request.ip
      raw.headers['x-forwarded-host'] = host
      raw.headers['x-forwarded-proto'] = scheme.slice(0, -1)
      // The matched path rather than its original spelling.
      const { search: query } = new URL(raw.url ?? '/', 'http://any')
      const below = (request.params as { '*': string })['*'].split('/').map(encodeURIComponent).join('/')
      Object.assign(raw, { originalUrl: `${pathname}/${below}${query}`, url: `/${below}${query}` })
      await handle(raw, reply.raw)
    })
  }
}
