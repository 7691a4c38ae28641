/**
 * A resource in the JSON that FHIR requires: without empty texts, lists or objects, and with texts free of
 * the control and space characters that `string` doesn't allow.
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

/** A `string`: well-formed, trimmed, with spaces for the characters that it does not allow. */
export function text(value: string): string {
  return value
    .toWellFormed()
    .replace(/[^\S \r\n\t]|[\p{Cc}--[\r\n\t]]/gv, ' ')
    .trim()
}

/** A `code`: only single spaces within. */
export function codeOf(value: string): string {
  return text(value).replace(/\s+/g, ' ')
}

/** A `date`, or undefined for anything that is not a date. */
export function dayOf(value: string): string | undefined {
  const day = /^[12]\d{3}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null
  return day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined
}
