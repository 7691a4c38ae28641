import { applyPatch, type Operation } from 'rfc6902'
import { type FieldError, fail } from '#contract/errors.ts'
import { orderDocument } from '#contract/order-document.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { readFields } from '#server/validate.ts'

/** Whether `path` is what `pattern` says, or below it. */
function isBelow(path: string, pattern: string): boolean {
  const parts = path.split('/')
  return pattern.split('/').every((part, at) => at < parts.length && (part === '*' || part === parts[at]))
}

/**
 * Those of `operations` that may be done: one whose path, or what it moves away, matches an invalid pattern is dropped
 * (specification §5, ORDER-04).
 */
export function changeable(operations: readonly Operation[], invalid: readonly string[]): Operation[] {
  const matches = (path: string) => invalid.some((pattern) => isBelow(path, pattern))
  return operations.filter(
    (operation) => !matches(operation.path) && !(operation.op === 'move' && matches(operation.from)),
  )
}

/** Does one operation on `document` itself; the words for why it can't be done, or null. */
function operate(document: OrderDocument, operation: Operation): string | null {
  try {
    return applyPatch(document, [operation])[0]?.message ?? null
  } catch {
    // The library throws where a path leads through what has no parts, such as a text.
    return 'The path leads nowhere.'
  }
}

/** `document` with the patch applied, or a problem that names every operation and field that is wrong. */
export function patched(document: OrderDocument, operations: Operation[]): OrderDocument {
  const copy = structuredClone(document)
  const errors: FieldError[] = operations.flatMap((operation) => {
    const message = operate(copy, operation)
    return message === null ? [] : [{ path: operation.path, rule: 'patch', message }]
  })
  if (errors.length > 0) fail('invalid-fields', { errors })
  const read = readFields(orderDocument, copy)
  return read.data ?? fail('invalid-fields', { errors: read.errors })
}
