/**
 * A resource as FHIR wants its JSON: no empty text, list or object anywhere, and text without the control and
 * space characters that its `string` doesn't allow.
 */
export function tidy<T>(value: T): T {
  return (tidied(value) ?? {}) as T
}

function tidied(value: unknown): unknown {
  if (typeof value === 'string') return text(value) || undefined
  if (value === null) return undefined
  if (Array.isArray(value)) {
    const items = value.map(tidied).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object') return value
  const fields = Object.entries(value)
    .map(([name, content]) => [name, tidied(content)] as const)
    .filter(([, content]) => content !== undefined)
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

function text(value: string): string {
  return value
    .toWellFormed()
    .replace(/[^\S \r\n\t]|[\p{Cc}--[\r\n\t]]/gv, ' ')
    .trim()
}

/** A `code`: no space but single ones within. */
export function codeOf(value: string): string {
  return text(value).replace(/\s+/g, ' ')
}

/** A `date`, or undefined for what is none. */
export function dayOf(value: string): string | undefined {
  const day = /^[12]\d{3}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null
  return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined
}
