import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type FieldError, fail } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'
import { pointer, unkeepableIn } from './characters.ts'
import { bodyOf } from './forms.ts'

/** A zod issue as a field error: its path as a JSON pointer below `at`. */
function toFieldErrors(error: z.ZodError, at: string): FieldError[] {
  return error.issues.flatMap((issue) => {
    const names =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    return names.map((path) => ({
      path: at + pointer(path),
      rule: issue.code,
      message: issue.message,
    }))
  })
}

/** No valid body is nested this deeply; walking one that is would exhaust the stack. */
const MOST_LEVELS = 50
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** Returns `value` parsed by `schema`, or throws with all its errors. */
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

const REQUEST_PARTS = [
  ['params', '/path'],
  ['query', '/query'],
  ['headers', '/headers'],
  ['body', ''],
] as const

/** Parses the four parts of a request by the route's schemas; reports all errors of all parts together. */
export async function validateRequest(
  route: Route,
  request: FastifyRequest,
): Promise<Record<string, unknown>> {
  const { params, query, headers } = request
  const input = { params, query, headers, body: await bodyOf(route, request) }
  if (isDeeper(input.body, MOST_LEVELS)) fail('invalid-request')
  const errors: FieldError[] = []
  const data: Record<string, unknown> = {}
  for (const [part, at] of REQUEST_PARTS) {
    const schema = route[part]
    if (!schema) continue
    const read = readFields(schema, input[part] ?? undefined, at)
    errors.push(...read.errors, ...unkeepableIn(read.data, at))
    data[part] = read.data
  }
  if (errors.length > 0) fail('invalid-fields', { errors })
  return data
}
