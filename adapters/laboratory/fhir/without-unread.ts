import { RESOURCE_TYPES } from './definitions.ts'

/** Replaces a resource that is not read, so that the rest can be validated. */
const UNREAD = { resourceType: 'Binary', contentType: 'application/octet-stream' }
const LONG = 2000

/**
 * The Bundle to validate: without resources that the library has no definition of, and without long Base64,
 * which is checked here.
 */
export function withoutUnread(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnread)
  if (typeof value !== 'object' || value === null) return value
  const { resourceType } = value as { resourceType?: unknown }
  if (typeof resourceType === 'string' && !(RESOURCE_TYPES as readonly string[]).includes(resourceType)) {
    const { id } = value as { id?: unknown }
    return { ...UNREAD, ...(typeof id === 'string' ? { id } : {}) }
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name,
      name === 'data' && isLongBase64(content) ? 'AAAA' : withoutUnread(content),
    ]),
  )
}

function isLongBase64(content: unknown): boolean {
  return typeof content === 'string' && content.length > LONG && /^[A-Za-z0-9+/\s]*[=\s]*$/.test(content)
}
