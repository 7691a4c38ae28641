import { z } from 'zod'
import { orderDocument } from '#contract/order-document.ts'

const isOptional = (schema: unknown): schema is z.ZodOptional | z.ZodExactOptional =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional

/** The contract's schema of `key` in what `schema` describes; undefined if it has none. */
function memberOf(schema: unknown, key: string): unknown {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject) return inner.shape[key]
  return inner instanceof z.ZodArray ? inner.element : undefined
}

/** The schema itself, without what makes it nullable or optional. */
function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || isOptional(schema) ? unwrapped(schema.unwrap()) : schema
}

/** The contract's schema of the field at a JSON pointer; undefined if it has none. */
export function schemaAt(path: string): unknown {
  return unwrapped(path.split('/').slice(1).reduce<unknown>(memberOf, orderDocument))
}

const isBlank = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * A copy of `document` with `value` at a JSON pointer. An optional part begins with its first field and goes with
 * its last: an optional member that becomes blank is removed, and so is an optional part that has no member left.
 * All that is not on the way is shared, not copied.
 */
export function withFieldAt<T>(document: T, path: string, value: unknown): T {
  const put = (was: unknown, schema: unknown, [key, ...rest]: string[]): unknown => {
    if (key === undefined) return isOptional(schema) && isBlank(value) ? undefined : value
    const at = was === undefined && isOptional(schema) ? {} : was
    if (typeof at !== 'object' || at === null) throw new RangeError(`nothing at ${path}`)
    const members = at as Record<string, unknown>
    const next = put(members[key], memberOf(schema, key), rest)
    if (next === members[key]) return was
    if (Array.isArray(at)) return Object.assign([...at], { [key]: next })
    if (next !== undefined) return { ...members, [key]: next }
    const { [key]: _, ...others } = members
    return isOptional(schema) && Object.keys(others).length === 0 ? undefined : others
  }
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return put(document, orderDocument, keys) as T
}
