import type { Brand } from '#domain/brand/brand.ts'
import type { Page } from './page.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark)
const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escaped(content)}" />`

/** The page's part of `<head>`. */
export function headOf(
  { title, description, canonical, structured = [] }: Page,
  origin: string,
  brand: Brand,
): string {
  const fullTitle = title === brand.name ? title : `${title} | ${brand.name}`
  const address = canonical === null ? null : `${origin}${canonical}`
  return [
    `<title>${escaped(fullTitle)}</title>`,
    meta('name', 'description', description),
    address === null
      ? meta('name', 'robots', 'noindex')
      : `<link rel="canonical" href="${escaped(address)}" />`,
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', brand.name),
    ...(address === null ? [] : [meta('property', 'og:url', address)]),
    ...structured.map(dataScript),
  ].join('\n    ')
}

/** Data, which no browser runs: the content security policy lets it stand in the page. */
function dataScript(data: object): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data })
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
}
