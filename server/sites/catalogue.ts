import type { FastifyPluginAsync } from 'fastify'
import type { CatalogueData } from '#contract/catalogue-site.ts'
import type { CatalogueBundle, SiteOrigins } from '#contract/site.ts'
import { networkOf } from '#domain/network/network-of.ts'
import type { ReadBrand } from '../brand/read-brand.ts'
import { publicHead, servePublicBrand } from './brand-files.ts'
import { branded, builtBundle, builtPage, fillTemplate, sendPage, serveFiles } from './files.ts'
import { pagesInTurn } from './in-turn.ts'
import { publicPolicy } from './policy.ts'
import { requestPath } from './request-path.ts'

interface CatalogueDeps {
  dist: string
  origins: SiteOrigins
  read: ReadBrand
  data(): Promise<CatalogueData>
}

/** The catalogue's pages, rendered for each request; its files are below `/catalogue/assets/`. */
export async function catalogueSite(deps: CatalogueDeps): Promise<FastifyPluginAsync> {
  const { dist, origins, read } = deps
  const { brand, privacyNotice } = read
  const { head, icon } = publicHead(read, '/catalogue/')
  const index = branded(await builtPage(dist, 'client/index.html'), head)
  const frame = (await builtPage(dist, 'client/frame/index.html')).replace(
    '__PORTAL_ORIGIN__',
    origins.portal,
  )
  const { renderCatalogue } = await builtBundle<CatalogueBundle>(dist)
  const { host } = new URL(origins.catalogue)
  const inTurn = pagesInTurn()
  // The header's search box searches the laboratory's own website.
  const formAction = [new URL(brand.website.search).origin]
  const page = { schema: { hide: true }, ...publicPolicy({ formAction }) }
  return async (app) => {
    await serveFiles(app, `${dist}/client`, '/catalogue/')
    servePublicBrand(app, read, '/catalogue/')
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
        const make = () => renderCatalogue({ path, query, origins, data, brand, privacyNotice, icon })
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
