import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import { SetupError } from './database/setup-error.ts'

interface SiteParts {
  /** The built site: `index.html` and hashed files below `assets/`. */
  root: string
  publicOrigin: string
}

/**
 * The portal's files. Any other path gets `index.html`, whose router knows the pages and says 'Page not found' for the
 * rest; its own style elements carry the nonce of its content security policy. Whoever comes by another host name
 * (127.0.0.1 for localhost) is sent to the public one, where sign-in works.
 */
export async function portalSite({ root, publicOrigin }: SiteParts): Promise<FastifyPluginAsync> {
  const index = await readFile(path.join(root, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new SetupError(`The portal is not built (${root}). Run "npm run build".`, { cause })
  })
  const { host } = new URL(publicOrigin)
  return async (app) => {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: false,
      setHeaders(reply, file) {
        const forever = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get('/*', { schema: { hide: true } }, (request, reply) => {
      if (/^\/(api|fhir|identity|assets)(\/|$)/i.test(request.url)) return reply.callNotFound()
      if (request.host !== host) return reply.redirect(`${publicOrigin}${request.url}`)
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(index.replaceAll('__CSP_NONCE__', reply.cspNonce.style))
    })
  }
}
