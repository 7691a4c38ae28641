import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LegalTexts, PageBrand } from '#domain/brand/brand.ts'
import { html, rendered } from '#domain/text/html.ts'
import type { ReadBrand } from '../brand/read-brand.ts'

/** A file of the brand, and the type with which it is served. */
interface BrandFile {
  type: string
  content: string
}

const ICON = 'icon.svg'
const STYLE = 'accent.css'
const TEXTS = 'legal-texts.json'

/** The accent as a style sheet: pages of the public sites may not have inline styles. */
const styleOf = ({ brand }: ReadBrand): BrandFile => ({
  type: 'text/css; charset=utf-8',
  content: `:root { ${brand.accent.map((color, shade) => `--accent-${shade}: ${color};`).join(' ')} }\n`,
})

const iconOf = ({ mark }: ReadBrand): BrandFile => ({ type: 'image/svg+xml', content: mark })

function textsOf({ terms, privacyNotice, userConditions }: ReadBrand): BrandFile {
  const texts: LegalTexts = { terms, privacyNotice, userConditions }
  return { type: 'application/json; charset=utf-8', content: JSON.stringify(texts) }
}

/** With the brand's version, so that no browser shows a file of a former brand. */
const addressOf = ({ version }: ReadBrand, prefix: string, file: string) => `${prefix}${file}?v=${version}`

/** JSON in a page, where nothing in it can end its element. */
const inPage = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')

/**
 * What the brand adds to the `<head>` of a public site, whose files are below `prefix`; and its icon's address.
 */
export function publicHead(read: ReadBrand, prefix: string): { head: string; icon: string } {
  const icon = addressOf(read, prefix, ICON)
  return {
    icon,
    head: rendered(
      html`<link rel="icon" href="${icon}" type="image/svg+xml" />
    <link rel="stylesheet" href="${addressOf(read, prefix, STYLE)}" />`,
    ),
  }
}

/** The same of the portal, whose script finds the brand in the page (ui/brand.ts). */
export function portalHead(read: ReadBrand): string {
  const page: PageBrand = {
    ...read.brand,
    icon: addressOf(read, '/', ICON),
    legalTexts: addressOf(read, '/brand/', TEXTS),
  }
  return `${rendered(
    html`<title>${read.brand.name}</title>
    <link rel="icon" href="${page.icon}" type="image/svg+xml" />`,
  )}
    <script type="application/json" id="brand">${inPage(page)}</script>`
}

/** Serves the files that `publicHead` names. */
export function servePublicBrand(app: FastifyInstance, read: ReadBrand, prefix: string): void {
  serve(app, read, `${prefix}${ICON}`, iconOf(read))
  serve(app, read, `${prefix}${STYLE}`, styleOf(read))
}

/** Serves the files that `portalHead` names. */
export function servePortalBrand(app: FastifyInstance, read: ReadBrand): void {
  serve(app, read, `/${ICON}`, iconOf(read))
  serve(app, read, `/brand/${TEXTS}`, textsOf(read))
}

/**
 * Kept by browsers only at the address with this version: of portals that are restarted one after the other, one
 * may be asked for a version that it does not have.
 */
function serve(
  app: FastifyInstance,
  { version }: ReadBrand,
  url: string,
  { type, content }: BrandFile,
): void {
  app.get(
    url,
    { schema: { hide: true } },
    (request: FastifyRequest<{ Querystring: { v?: unknown } }>, reply: FastifyReply) =>
      reply
        .header(
          'cache-control',
          request.query.v === version ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        .type(type)
        .send(content),
  )
}
