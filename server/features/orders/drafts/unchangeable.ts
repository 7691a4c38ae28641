import { isDeepStrictEqual } from 'node:util'
import { type Operation, Pointer } from 'rfc6902'

/** Whether `path` matches `pattern`, or is below a match. */
function isBelow(path: string, pattern: string): boolean {
  const segments = path.split('/')
  return pattern
    .split('/')
    .every((segment, at) => at < segments.length && (segment === '*' || segment === segments[at]))
}

/**
 * The operations that are allowed: one whose path, or whose source of a move, matches an invalid pattern is
 * dropped (specification §5, ORDER-04).
 */
export function assertChangeable(operations: readonly Operation[], invalid: readonly string[]): Operation[] {
  const matches = (path: string) => invalid.some((pattern) => isBelow(path, pattern))
  return operations.filter(
    (operation) => !matches(operation.path) && !(operation.op === 'move' && matches(operation.from)),
  )
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const walk = (value: unknown, tokens: readonly string[]): unknown =>
  tokens.reduce<unknown>(
    (at, token) => (isContainer(at) && Object.hasOwn(at, token) ? at[token] : undefined),
    value,
  )

/** The paths below `value` that a pattern's remaining segments match; the last member need not exist. */
function expand(value: unknown, [first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]]
  if (!isContainer(value)) return []
  const names = first === '*' ? Object.keys(value) : [first]
  return names.flatMap((name) => expand(walk(value, [name]), rest).map((path) => [name, ...path]))
}

/** What is left of each pattern below `path`; none of a pattern that is not below it. */
function patternsBelow(path: string, invalid: readonly string[]): string[][] {
  const tokens = Pointer.fromJSON(path).tokens.slice(1)
  return invalid.flatMap((pattern) => {
    const segments = pattern.split('/').slice(1)
    const isAbove =
      tokens.length < segments.length &&
      tokens.every((token, at) => segments[at] === '*' || segments[at] === token)
    return isAbove ? [segments.slice(tokens.length)] : []
  })
}

/**
 * Applies an operation on a parent of invalid paths by `apply`, and puts their values back: a patch cannot change them in
 * this way either. Whether an entry of a list is added or removed is no change of what entries have.
 */
export function applyKeeping<T>(
  document: object,
  operation: Operation,
  invalid: readonly string[],
  apply: () => T,
): T | null {
  const taken = operation.op === 'remove' ? operation.path : operation.op === 'move' ? operation.from : null
  if (taken !== null && holdsInvalid(document, taken, invalid)) return null
  const { tokens } = Pointer.fromJSON(operation.path)
  const target = tokens.slice(1)
  const isInserted = operation.op !== 'replace' && Array.isArray(walk(document, target.slice(0, -1)))
  const patterns = isInserted || operation.op === 'test' ? [] : patternsBelow(operation.path, invalid)
  if (patterns.length === 0) return apply()
  // Not copied, which would take as long as the document is large for each operation: what is replaced stays as it was.
  const before = walk(document, target)
  const answer = apply()
  const after = walk(document, target)
  for (const rest of patterns)
    for (const path of [...expand(before, rest), ...expand(after, rest)]) putBack(before, after, path)
  return answer
}

/** Whether taking the value at `path` away takes one at an invalid path away. */
function holdsInvalid(document: object, path: string, invalid: readonly string[]): boolean {
  const target = Pointer.fromJSON(path).tokens.slice(1)
  if (Array.isArray(walk(document, target.slice(0, -1)))) return false
  const value = walk(document, target)
  return patternsBelow(path, invalid)
    .flatMap((rest) => expand(value, rest))
    .some((found) => walk(value, found) !== undefined)
}

function putBack(before: unknown, after: unknown, path: readonly string[]): void {
  const name = path.at(-1) ?? ''
  const [was, is] = [before, after].map((value) => walk(value, path.slice(0, -1)))
  // A new parent has its own values.
  if (!isContainer(was) || !isContainer(is)) return
  if (isDeepStrictEqual(walk(was, [name]), walk(is, [name]))) return
  if (Object.hasOwn(was, name)) is[name] = was[name]
  else if (!Array.isArray(is)) delete is[name]
}
