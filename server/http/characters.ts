import type { FastifyRequest } from 'fastify'
import { type FieldError, fail } from '#contract/errors.ts'
import { isKeepable } from '#domain/text/keepable.ts'

/** The rule that a text breaks which no database keeps. */
export const CHARACTERS = 'characters'

/** A path of names as a JSON pointer (RFC 6901). */
export const pointer = (path: readonly PropertyKey[]) =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Texts in `value`, at any depth, that no database keeps: with NUL, or half a surrogate pair; names of fields too. */
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
  message: 'This has a character that cannot be stored.',
})

/**
 * Refuses a request whose path or query has such a text, whatever its route: before anybody asks who it is from, and
 * before anything is looked for. Headers can't have it; bodies are looked at once they are read (validate.ts).
 */
export async function refuseUnkeepable({ params, query }: FastifyRequest): Promise<void> {
  const errors = [...unkeepableIn(params, '/path'), ...unkeepableIn(query, '/query')]
  if (errors.length > 0) fail('invalid-request', { errors })
}
