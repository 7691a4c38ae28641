/**
 * JSON pointers (RFC 6901) are the form's one way to name a field: in the document, in `data-path`, in an open point,
 * in a patch and in a refusal of the server.
 */
function keysOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What stands at `path`; undefined where there is nothing. */
export function valueAt(root: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>((at, key) => (isContainer(at) ? at[key] : undefined), root)
}

/** A copy of `root` with `value` at `path`. All that is not on the way is shared with `root`, not copied. */
export function withValueAt<T>(root: T, path: string, value: unknown): T {
  const put = (at: unknown, [key, ...rest]: string[]): unknown => {
    if (key === undefined) return value
    if (!isContainer(at)) throw new RangeError(`nothing at ${path}`)
    const next = put(at[key], rest)
    if (next === at[key]) return at
    if (Array.isArray(at)) return Object.assign([...at], { [key]: next })
    return { ...at, [key]: next }
  }
  return put(root, keysOf(path)) as T
}

/** Is `path` the field `other`, or a part of it? */
export function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`)
}
