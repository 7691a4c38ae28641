import type { FastifyRequest } from 'fastify'
import { type FieldError, fail } from '#contract/errors.ts'
import { isKeepable } from '#domain/text/keepable.ts'

/** The rule broken by text that no database can store. */
export const CHARACTERS = 'characters'

/** A path of names as a JSON pointer (RFC 6901). */
export const pointer = (path: readonly PropertyKey[]) =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/**
 * Texts in `value`, at any depth and including field names, that no database can store: with NUL or half a
 * surrogate pair.
 */
export function unkeepableIn(value: unknown, at: string): FieldError[] {
  if (typeof value === 'string') return isKeepable(value) ? [] : [wrongAt(at)]
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    isKeepable(key) ? unkeepableIn(inner, at + pointer([key])) : [wrongAt(at)],
  )
}

const wrongAt = (path: string): FieldError => ({
  path,
  rule: CHARACTERS,
  message: 'This contains a character that cannot be stored.',
})

/**
 * Refuses a request to any route whose path or query contains such text, before the actor or anything else is
 * looked up. Headers cannot contain it; bodies are checked after they are read (validate.ts).
 */
export async function refuseUnkeepable({ params, query }: FastifyRequest): Promise<void> {
  const errors = [...unkeepableIn(params, '/path'), ...unkeepableIn(query, '/query')]
  if (errors.length > 0) fail('invalid-request', { errors })
}
