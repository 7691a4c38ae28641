import { type Html, html, rendered } from '#domain/text/html.ts'
import { type Schema, typeText } from './api-types.ts'

interface Operation {
  operationId?: string
  tags?: readonly string[]
  summary?: string
  description?: string
  parameters?: readonly {
    name: string
    in: string
    required?: boolean
    description?: string
    schema?: Schema
  }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
}

/** An OpenAPI document, as far as the pages show it. */
export interface Description {
  paths?: Record<string, Record<string, Operation>>
}

interface RouteEntry {
  feature: string
  name: string
  method: string
  path: string
  operation: Operation
}

const DOCS = '/api/docs'
export const STYLE_PATH = `${DOCS}/style.css`

function operationsOf({ paths = {} }: Description): RouteEntry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [feature = '', name = ''] = (operation.operationId ?? '').split('.')
      return { feature, name, method: method.toUpperCase(), path, operation }
    }),
  )
}

function byFeature(description: Description): Map<string, RouteEntry[]> {
  const features = Map.groupBy(operationsOf(description), ({ feature }) => feature)
  return new Map([...features].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** `benefitsVerification` as `Benefits verification`. */
function titleOf(feature: string): string {
  const words = feature.replaceAll(
    /([a-z])([A-Z])/g,
    (_, one: string, next: string) => `${one} ${next.toLowerCase()}`,
  )
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

interface Named {
  laboratoryName: string
  version: string
}

function page(title: string, { laboratoryName, version }: Named, main: Html): string {
  return rendered(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${laboratoryName}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header><a href="${DOCS}">${laboratoryName}</a><span>API, version ${version}</span></header>
<main>
${main}
</main>
</body>
</html>
`)
}

/** The page of all routes, on which the browser's own search finds each. */
export function indexPage(description: Description, named: Named): string {
  const features = byFeature(description)
  const contents = [...features.keys()].map(
    (feature) => html`<li><a href="#${feature}">${titleOf(feature)}</a></li>`,
  )
  const sections = [...features].map(
    ([feature, routes]) => html`<section>
<h2 id="${feature}"><a href="${DOCS}/${feature}">${titleOf(feature)}</a></h2>
<table>
<thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What it does</th></tr></thead>
<tbody>
${routes.map(
  ({ name, method, path, operation }) =>
    html`<tr><td><code>${method}</code></td><td><a href="${DOCS}/${feature}#${name}"><code>${path}</code></a></td><td>${operation.summary ?? ''}</td></tr>`,
)}
</tbody>
</table>
</section>`,
  )
  return page(
    'API',
    named,
    html`<h1>API</h1>
<p>Requests and replies are JSON. Send the access token of the identity provider as <code>Authorization: Bearer …</code>; which routes need
none is said with them. An error is a problem document (RFC 9457) with a stable <code>code</code>. The same description for programs:
<a href="/api/openapi.json">openapi.json</a> (OpenAPI 3).</p>
<nav aria-label="Features"><ul>
${contents}
</ul></nav>
${sections}`,
  )
}

/** The page of a feature's routes with their parameters, bodies and replies; undefined if there is no such feature. */
export function featurePage(description: Description, feature: string, named: Named): string | undefined {
  const routes = byFeature(description).get(feature)
  if (!routes) return undefined
  return page(
    titleOf(feature),
    named,
    html`<nav aria-label="Where you are"><a href="${DOCS}">All routes</a></nav>
<h1>${titleOf(feature)}</h1>
${routes.map(routeSection)}`,
  )
}

function routeSection({ name, method, path, operation }: RouteEntry): Html {
  const { parameters = [], requestBody, responses = {} } = operation
  return html`<section id="${name}">
<h2>${operation.summary ?? name}</h2>
<p class="route"><code>${method} ${path}</code></p>
<p>${operation.description ?? ''}</p>
${parameters.length === 0 ? undefined : parameterTable(parameters)}
${Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => typeBlock(`Body, ${type}`, schema))}
${Object.entries(responses).map(([status, { description, content = {} }]) => reply(status, description ?? '', content))}
</section>`
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): Html {
  return html`<table>
<thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${parameters.map(
  ({ name, in: where, required, schema, description }) =>
    html`<tr><td><code>${name}</code></td><td>${where}${required ? '' : ', optional'}</td><td><code>${typeText(schema)}</code></td><td>${description ?? schema?.description ?? ''}</td></tr>`,
)}
</tbody>
</table>`
}

/** A refusal is a problem document, the same for all routes. */
function reply(status: string, description: string, content: Record<string, { schema?: Schema }>): Html {
  const [first] = Object.values(content)
  if (!status.startsWith('2')) return html`<p class="refusal"><code>${status}</code> ${description}</p>`
  return first?.schema
    ? typeBlock(`Reply, ${status}`, first.schema)
    : html`<p><code>${status}</code> ${description}</p>`
}

function typeBlock(title: string, schema: Schema | undefined): Html {
  const text = typeText(schema)
  const code = html`<pre tabindex="0"><code>${text}</code></pre>`
  return text.includes('\n')
    ? html`<details open><summary>${title}</summary>${code}</details>`
    : html`<h3>${title}</h3>${code}`
}

/** The pages' style: the reader's own fonts and colors, light or dark. */
export const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.75rem 1rem; border-bottom: 1px solid; }
header a { font-weight: 600; color: inherit; text-decoration: none; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
nav ul { columns: 12rem; padding-left: 1.2rem; }
section { margin-top: 2rem; overflow-x: auto; }
h2 { margin-bottom: 0.25rem; }
h3, summary { font-size: 1rem; font-weight: 600; margin: 0.75rem 0 0.25rem; }
summary { cursor: pointer; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid color-mix(in srgb, currentcolor 20%, transparent); }
code { font: 0.875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0; padding: 0.75rem; overflow: auto; max-height: 32rem; border: 1px solid color-mix(in srgb, currentcolor 20%, transparent); }
pre code { overflow-wrap: normal; }
.refusal { margin: 0.2rem 0; }
`
