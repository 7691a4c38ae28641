import type { FastifyPluginAsync } from 'fastify'
import type { CatalogueData } from '#contract/catalogue-site.ts'
import type { CatalogueBundle, SiteOrigins } from '#contract/site.ts'
import { networkOf } from '#domain/network/network-of.ts'
import { builtBundle, builtPage, fillTemplate, sendPage, serveFiles } from './files.ts'
import { pagesInTurn } from './in-turn.ts'
import { publicPolicy } from './policy.ts'
import { requestPath } from './request-path.ts'

interface CatalogueDeps {
  dist: string
  origins: SiteOrigins
  /** The origin of the laboratory's own website, which the header's search box searches. */
  websiteOrigin: string
  data(): Promise<CatalogueData>
}

/** The catalogue's pages, rendered for each request; its files are below `/catalogue/assets/`. */
export async function catalogueSite(deps: CatalogueDeps): Promise<FastifyPluginAsync> {
  const { dist, origins } = deps
  const index = await builtPage(dist, 'client/index.html')
  const frame = (await builtPage(dist, 'client/frame/index.html')).replace(
    '__PORTAL_ORIGIN__',
    origins.portal,
  )
  const { renderCatalogue } = await builtBundle<CatalogueBundle>(dist)
  const { host } = new URL(origins.catalogue)
  const inTurn = pagesInTurn()
  const page = { schema: { hide: true }, ...publicPolicy({ formAction: [deps.websiteOrigin] }) }
  return async (app) => {
    await serveFiles(app, `${dist}/client`, '/catalogue/')
    for (const url of ['/catalogue', '/catalogue/*'])
      app.get<{ Params: { '*'?: string } }>(url, page, async (request, reply) => {
        const {
          pathname,
          search,
          searchParams: query,
        } = new URL(origins.catalogue + requestPath(request.url))
        if (/^assets\//i.test(request.params['*'] ?? '')) return reply.callNotFound()
        if (pathname === '/catalogue') return reply.redirect(`${origins.catalogue}/catalogue/${search}`)
        if (request.host !== host) return reply.redirect(`${origins.catalogue}${requestPath(request.url)}`)
        const path = `/${request.params['*'] ?? ''}`
        const data = await deps.data()
        const make = () => renderCatalogue({ path, query, origins, data })
        const rendered = await inTurn(networkOf(request.ip), make)
        return sendPage(request, reply.code(rendered.status), fillTemplate(index, rendered))
      })
    app.get('/checkout', { schema: { hide: true } }, (_, reply) =>
      reply.redirect(`${origins.catalogue}/catalogue/checkout`),
    )
    app.get(
      '/catalogue/frame',
      { schema: { hide: true }, ...publicPolicy({ frameAncestors: [origins.portal] }) },
      (request, reply) => sendPage(request, reply, frame),
    )
  }
}
