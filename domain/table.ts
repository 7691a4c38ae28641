/**
 * A lookup table for untrusted keys: it has only its own entries. An object literal also answers to
 * `constructor`, `toString` and `__proto__`, which every object inherits.
 */
export function table<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.freeze(Object.assign(Object.create(null), entries))
}
