import { isDeepStrictEqual } from 'node:util'
import { applyPatch, type Operation, Pointer } from 'rfc6902'
import { type FieldError, fail } from '#contract/errors.ts'
import { orderDocument } from '#contract/order-document.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { readFields } from '#server/http/validate.ts'
import { applyKeeping } from './unchangeable.ts'

/**
 * The value at a pointer; undefined if there is none. Inherited properties and a list's length do not count.
 */
function valueAt(document: OrderDocument, { tokens }: Pointer): unknown {
  return tokens.slice(1).reduce<unknown>((at, token) => {
    const isFragment =
      typeof at === 'object' && at !== null && Object.prototype.propertyIsEnumerable.call(at, token)
    return isFragment ? (at as Record<string, unknown>)[token] : undefined
  }, document)
}

/** Whether the value that the operation reads or replaces exists; an addition needs only its parent. */
function leadsSomewhere(document: OrderDocument, operation: Operation): boolean {
  const target = Pointer.fromJSON(operation.path)
  const adds = operation.op === 'add' || operation.op === 'move' || operation.op === 'copy'
  const from = 'from' in operation ? [Pointer.fromJSON(operation.from)] : []
  return [adds ? target.parent() : target, ...from].every((one) => valueAt(document, one) !== undefined)
}

/** The limit in characters of JSON for one patch's copies: each copy may double the document. */
const MOST_COPIED = 1024 * 1024

function lengthOfCopy(document: OrderDocument, operation: Operation): number {
  if (operation.op !== 'copy') return 0
  const value = valueAt(document, Pointer.fromJSON(operation.from))
  try {
    return value === undefined ? 0 : JSON.stringify(value).length
  } catch {
    // Copied into itself until it is nested deeper than can be serialized.
    return Number.POSITIVE_INFINITY
  }
}

const ANOTHER = 'The value at this path is different.'

/**
 * Applies one operation to `document`; returns why it can't be applied, or null. `test` is compared here: the
 * library computes the smallest difference of two lists, which takes seconds for hundreds of entries and
 * exhausts memory for a thousand, and quotes both in its message.
 */
function operate(document: OrderDocument, operation: Operation, invalid: readonly string[]): string | null {
  try {
    if (!leadsSomewhere(document, operation)) return 'The path does not exist.'
    if (operation.op === 'test') {
      const current = valueAt(document, Pointer.fromJSON(operation.path))
      return isDeepStrictEqual(current, operation.value) ? null : ANOTHER
    }
    const apply = () => applyPatch(document, [operation])[0]?.message ?? null
    return applyKeeping(document, operation, invalid, apply)
  } catch {
    // The library throws if a path continues below a primitive, such as a string.
    return 'The path does not exist.'
  }
}

/**
 * `document` with the patch applied, or a problem that names every invalid operation and field. What is at paths that
 * match `invalid` stays.
 */
export function patchDocument(
  document: OrderDocument,
  operations: Operation[],
  invalid: readonly string[] = [],
): OrderDocument {
  const copy = structuredClone(document)
  let copied = 0
  const errors: FieldError[] = operations.flatMap((operation) => {
    copied += lengthOfCopy(copy, operation)
    if (copied > MOST_COPIED) fail('too-large')
    const message = operate(copy, operation, invalid)
    return message === null ? [] : [{ path: operation.path, rule: 'patch', message }]
  })
  if (errors.length > 0) fail('invalid-fields', { errors })
  const read = readFields(orderDocument, copy)
  return read.data ?? fail('invalid-fields', { errors: read.errors })
}
