import type { FastifyPluginAsync } from 'fastify'
import type { CatalogueData } from '#contract/catalogue-site.ts'
import type { SiteOrigins } from '#contract/site.ts'
import { CHECKOUT, COMPARE, categoryPath, HOME, PRIVACY, SEARCH, testPath } from '#domain/catalogue/paths.ts'

const SITEMAP = '/catalogue/sitemap.xml'

/** What search engines request first: a list of the catalogue's pages, and the paths to leave out. */
export function forCrawlers(origins: SiteOrigins, data: () => Promise<CatalogueData>): FastifyPluginAsync {
  const robots = [
    'User-agent: *',
    ...['/api/', '/fhir/', '/identity/', '/catalogue/frame', CHECKOUT, COMPARE, SEARCH].map(
      (path) => `Disallow: ${path}`,
    ),
    `Sitemap: ${origins.catalogue}${SITEMAP}`,
  ]
  return async (app) => {
    app.get('/robots.txt', { schema: { hide: true } }, (_, reply) =>
      reply.type('text/plain; charset=utf-8').send(`${robots.join('\n')}\n`),
    )
    app.get(SITEMAP, { schema: { hide: true } }, async (_, reply) =>
      reply.type('application/xml; charset=utf-8').send(sitemap(origins.catalogue, await data())),
    )
  }
}

/** Every page to be indexed (sitemaps.org, 0.9). */
function sitemap(origin: string, { categories, tests }: CatalogueData): string {
  const paths = [
    HOME,
    ...categories.map(({ category }) => categoryPath(category)),
    ...[...tests.keys()].map(testPath),
    PRIVACY,
  ]
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>\n',
  ].join('\n')
}
