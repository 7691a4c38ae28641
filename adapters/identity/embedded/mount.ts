import type { FastifyError, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import { type Accounts, type Caller, forgetExpired } from './accounts.ts'
import type { Database } from './database.ts'
import { securityHeaders } from './headers.ts'
import { type Pages, refusedText, throttledText } from './pages.ts'

interface MountOptions {
  issuer: string
  portalOrigin: string
  db: Database
  accounts: Accounts
  pages: Pages
  provider: Provider
}

/** Everything under the issuer's path: the sign-in page as Fastify routes, the protocol as it is. */
export function identityPlugin(options: MountOptions): FastifyPluginAsync {
  const base = new URL(options.issuer).pathname
  return async (fastify) => {
    if (fastify.prefix !== base) throw new Error(`the identity provider must be mounted at ${base}`)
    options.provider.on('server_error', (_ctx, error) => fastify.log.error(error))
    await fastify.register(signInPages(options))
    await fastify.register(protocol(options))
  }
}

function signInPages({
  issuer,
  portalOrigin,
  db,
  accounts,
  pages,
  provider,
}: MountOptions): FastifyPluginAsync {
  const { origin, pathname } = new URL(issuer)
  const headers = { ...securityHeaders(portalOrigin), 'cache-control': 'no-store' }

  return async (fastify) => {
    fastify.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    fastify.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers).type('text/html; charset=utf-8')
    })
    fastify.setErrorHandler<FastifyError>((error, request, reply) => {
      // Fastify takes the type away on errors.
      reply.type('text/html; charset=utf-8')
      if (error instanceof errors.SessionNotFound) return reply.code(400).send(pages.expired())
      const status = error.statusCode ?? 500
      if (status >= 500) request.log.error(error)
      return reply.code(status).send(pages.failed(`${status}, ${request.id}`))
    })

    fastify.get(pages.stylePath.slice(pathname.length), (_request, reply) =>
      reply
        .type('text/css; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(pages.style),
    )

    fastify.get('/interaction/:uid', async (request, reply) => {
      const { params } = await provider.interactionDetails(request.raw, reply.raw)
      await forgetExpired(db)
      return pages.signIn({ email: typeof params.login_hint === 'string' ? params.login_hint : '' })
    })

    fastify.post<{ Body: unknown }>('/interaction/:uid', async (request, reply) => {
      if (request.headers.origin !== origin) {
        return reply.code(403).send(pages.failed('403, the form came from another site'))
      }
      // Throws where the sign-in is unknown or over: before any password is looked at.
      await provider.interactionDetails(request.raw, reply.raw)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const email = form.get('email') ?? ''
      const result = await accounts.signIn(email, form.get('password') ?? '', callerOf(request))
      if (result.outcome === 'refused') {
        return reply.code(401).send(pages.signIn({ email, error: refusedText }))
      }
      if (result.outcome === 'throttled') {
        return reply.code(429).send(pages.signIn({ email, error: throttledText }))
      }
      const finish = (answer: Parameters<typeof provider.interactionResult>[2]) =>
        provider.interactionResult(request.raw, reply.raw, answer, { mergeWithLastSubmission: false })
      if (result.outcome === 'unverified') {
        const returnTo = await finish({
          error: 'access_denied',
          error_description: 'Please verify your email address before you log in.',
        })
        return reply.redirect(returnTo, 303)
      }
      // Not remembered: on a shared computer the session ends with the browser.
      const returnTo = await finish({ login: { accountId: result.sub, remember: false, amr: ['pwd'] } })
      return reply.header('set-cookie', result.cookies).redirect(returnTo, 303)
    })
  }
}

function protocol({ issuer, provider }: MountOptions): FastifyPluginAsync {
  const { host, protocol: scheme, pathname } = new URL(issuer)
  const handle = provider.callback()
  return async (fastify) => {
    // oidc-provider reads the body itself.
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', (_request, _payload, done) => done(null))
    fastify.all('/*', async (request, reply) => {
      reply.hijack()
      const { raw } = request
      // Its addresses are those of the configured issuer, whatever a client or a proxy says.
      raw.headers.host = host
      raw.headers['x-forwarded-host'] = host
      raw.headers['x-forwarded-proto'] = scheme.slice(0, -1)
      const url = raw.url ?? pathname
      Object.assign(raw, { originalUrl: url, url: url.slice(pathname.length) })
      await handle(raw, reply.raw)
    })
  }
}

function callerOf(request: FastifyRequest): Caller {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    cookie: request.headers.cookie ?? '',
  }
}
