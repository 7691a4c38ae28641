import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type FieldError, fail } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'

/** A zod issue as a field error: its path as a JSON pointer below `at`. */
function toFieldErrors(error: z.ZodError, at: string): FieldError[] {
  return error.issues.flatMap((issue) => {
    const names =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    return names.map((path) => ({
      path: at + path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
      rule: issue.code,
      message: issue.message,
    }))
  })
}

/** `value` by `schema`, or all that is wrong with it. */
export function readFields<T extends z.ZodType>(
  schema: T,
  value: unknown,
  at = '',
): { data: z.output<T>; errors: [] } | { data: null; errors: FieldError[] } {
  const parsed = schema.safeParse(value)
  return parsed.success
    ? { data: parsed.data, errors: [] }
    : { data: null, errors: toFieldErrors(parsed.error, at) }
}

const PARTS = [
  ['params', '/path'],
  ['query', '/query'],
  ['headers', '/headers'],
  ['body', ''],
] as const

/** The four parts of a request by the route's schemas; all errors of all parts at once. */
export function validated(route: Route, request: FastifyRequest): Record<string, unknown> {
  const errors: FieldError[] = []
  const data: Record<string, unknown> = {}
  for (const [part, at] of PARTS) {
    const schema = route[part]
    if (!schema) continue
    const read = readFields(schema, request[part] ?? undefined, at)
    errors.push(...read.errors)
    data[part] = read.data
  }
  if (errors.length > 0) fail('invalid-fields', { errors })
  return data
}
