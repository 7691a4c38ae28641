import { table } from '../table.ts'

const markup = Symbol('markup')

/** Text that is already HTML. */
export interface Html {
  [markup]: string
}

type Part = string | Html | readonly Html[] | undefined

/** A template whose inserted strings are escaped; only results of `html` itself are inserted unchanged. */
export function html(texts: TemplateStringsArray, ...values: Part[]): Html {
  const pieces = texts.map((text, i) => text + inserted(values[i]))
  return { [markup]: pieces.join('') }
}

/** The document to send. */
export function rendered(document: Html): string {
  return document[markup]
}

function inserted(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'string') return escaped(part)
  return isList(part) ? part.map(rendered).join('\n') : part[markup]
}

function isList(part: Html | readonly Html[]): part is readonly Html[] {
  return Array.isArray(part)
}

const entities = table<string>({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
})

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Markup made by a library: oidc-provider's form with its hidden fields, a QR code. */
export function trustedHtml(source: string): Html {
  return { [markup]: source }
}
