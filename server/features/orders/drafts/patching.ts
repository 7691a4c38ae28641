import { isDeepStrictEqual } from 'node:util'
import { applyPatch, type Operation, Pointer } from 'rfc6902'
import { type FieldError, fail } from '#contract/errors.ts'
import { orderDocument } from '#contract/order-document.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { readFields } from '#server/http/validate.ts'

/** Whether `path` is what `pattern` says, or below it. */
function isBelow(path: string, pattern: string): boolean {
  const segments = path.split('/')
  return pattern
    .split('/')
    .every((segment, at) => at < segments.length && (segment === '*' || segment === segments[at]))
}

/**
 * Those of `operations` that may be done: one whose path, or what it moves away, matches an invalid pattern is dropped
 * (specification §5, ORDER-04).
 */
export function assertChangeable(operations: readonly Operation[], invalid: readonly string[]): Operation[] {
  const matches = (path: string) => invalid.some((pattern) => isBelow(path, pattern))
  return operations.filter(
    (operation) => !matches(operation.path) && !(operation.op === 'move' && matches(operation.from)),
  )
}

/** The value at a pointer; undefined where there is none. The length of a list, and what every object has, is no part. */
function valueAt(document: OrderDocument, { tokens }: Pointer): unknown {
  return tokens.slice(1).reduce<unknown>((at, token) => {
    const isFragment =
      typeof at === 'object' && at !== null && Object.prototype.propertyIsEnumerable.call(at, token)
    return isFragment ? (at as Record<string, unknown>)[token] : undefined
  }, document)
}

/** Whether what the operation reads or replaces is there; an addition needs only what it is added to. */
function leadsSomewhere(document: OrderDocument, operation: Operation): boolean {
  const target = Pointer.fromJSON(operation.path)
  const adds = operation.op === 'add' || operation.op === 'move' || operation.op === 'copy'
  const from = 'from' in operation ? [Pointer.fromJSON(operation.from)] : []
  return [adds ? target.parent() : target, ...from].every((one) => valueAt(document, one) !== undefined)
}

/** Characters of JSON that the copies of one patch may come to: each may double what there is. */
const MOST_COPIED = 1024 * 1024

function lengthOfCopy(document: OrderDocument, operation: Operation): number {
  if (operation.op !== 'copy') return 0
  const value = valueAt(document, Pointer.fromJSON(operation.from))
  try {
    return value === undefined ? 0 : JSON.stringify(value).length
  } catch {
    // Copied into itself until it is nested deeper than can be written.
    return Number.POSITIVE_INFINITY
  }
}

const ANOTHER = 'The value at this path is different.'

/**
 * Does one operation on `document` itself; the words for why it can't be done, or null. Values are compared here: the
 * library looks for the least difference of two lists, which of some hundred entries takes seconds, and of a thousand all
 * memory, and quotes both in its words.
 */
function operate(document: OrderDocument, operation: Operation): string | null {
  try {
    if (!leadsSomewhere(document, operation)) return 'The path does not exist.'
    if (operation.op === 'test') {
      const current = valueAt(document, Pointer.fromJSON(operation.path))
      return isDeepStrictEqual(current, operation.value) ? null : ANOTHER
    }
    return applyPatch(document, [operation])[0]?.message ?? null
  } catch {
    // The library throws where a path leads through what has no parts, such as a text.
    return 'The path does not exist.'
  }
}

/** `document` with the patch applied, or a problem that names every operation and field that is wrong. */
export function patchDocument(document: OrderDocument, operations: Operation[]): OrderDocument {
  const copy = structuredClone(document)
  let copied = 0
  const errors: FieldError[] = operations.flatMap((operation) => {
    copied += lengthOfCopy(copy, operation)
    if (copied > MOST_COPIED) fail('too-large')
    const message = operate(copy, operation)
    return message === null ? [] : [{ path: operation.path, rule: 'patch', message }]
  })
  if (errors.length > 0) fail('invalid-fields', { errors })
  const read = readFields(orderDocument, copy)
  return read.data ?? fail('invalid-fields', { errors: read.errors })
}
