const markup = Symbol('markup')

/** Text that is already HTML. */
export interface Html {
  [markup]: string
}

type Part = string | Html | undefined

/** A template whose inserted strings are escaped; only what `html` itself made goes in as it is. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  const pieces = texts.map((text, i) => text + inserted(parts[i]))
  return { [markup]: pieces.join('') }
}

/** The document to send. */
export function rendered(document: Html): string {
  return document[markup]
}

function inserted(part: Part): string {
  if (part === undefined) return ''
  return typeof part === 'string' ? escaped(part) : part[markup]
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Markup made by oidc-provider: a form with its hidden fields. */
export function trusted(source: string): Html {
  return { [markup]: source }
}
