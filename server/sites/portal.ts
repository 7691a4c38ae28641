import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { SiteOrigins } from '#contract/site.ts'
import type { ReadBrand } from '../brand/read-brand.ts'
import { APPOINTMENT_PATH } from './appointment.ts'
import { portalHead, servePortalBrand } from './brand-files.ts'
import { branded, builtPage, serveFiles } from './files.ts'
import { requestPath } from './request-path.ts'

const LONGEST_HOST = 100

/** Paths that are never a page of the portal: without the leading slash, decoded. */
const NO_PAGE = /^\/*(api|fhir|identity|assets|appointment|brand)(\/|$)/i

/**
 * Serves the portal's files. Any other path gets `index.html`, whose router knows the pages and shows 'Page
 * not found' for the rest; its own style elements carry the nonce of its content security policy. Requests to
 * another host name (127.0.0.1 for localhost) are redirected to the public one, where sign-in works.
 */
export async function portalSite(
  dist: string,
  origins: SiteOrigins,
  read: ReadBrand,
): Promise<FastifyPluginAsync> {
  const index = branded(await builtPage(dist, 'index.html'), portalHead(read))
  const { host, protocol } = new URL(origins.portal)
  const ownHosts = new Set(
    Object.values(origins)
      .filter((origin) => origin !== null)
      .map((origin) => new URL(origin).host),
  )
  let isNoted = false
  /** Says once that a host is none of ours. Of a proxy that does not keep it, every page redirects to itself. */
  function noteHost({ host: named, log }: FastifyRequest): void {
    if (isNoted || protocol !== 'https:' || ownHosts.has(named)) return
    isNoted = true
    log.warn(
      { host: named.replace(/[^\w.:[\]-]/g, '').slice(0, LONGEST_HOST), expected: [...ownHosts] },
      'a page was requested at a host that is none of ours: let the proxy keep the Host header, or correct PUBLIC_ORIGIN',
    )
  }
  return async (app) => {
    await serveFiles(app, dist, '/')
    servePortalBrand(app, read)
    app.get<{ Params: { '*': string } }>(
      '/*',
      { schema: { hide: true }, helmet: { enableCSPNonces: true } },
      (request, reply) => {
        if (NO_PAGE.test(request.params['*'])) return reply.callNotFound()
        noteHost(request)
        if (request.host !== host)
          return reply.redirect(otherSite(origins, request.host, requestPath(request.url)))
        return reply
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-cache')
          .send(index.replaceAll('__CSP_NONCE__', reply.cspNonce.style))
      },
    )
  }
}

/** The start page of the site with this host; on the portal's host, the requested page. */
function otherSite({ portal, catalogue, appointment }: SiteOrigins, host: string, url: string): string {
  if (url === '/' && host === new URL(catalogue).host) return `${catalogue}/catalogue/`
  if (appointment !== null && url === '/' && host === new URL(appointment).host)
    return `${appointment}${APPOINTMENT_PATH}`
  return `${portal}${url}`
}
