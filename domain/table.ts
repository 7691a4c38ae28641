/**
 * A table that is asked with anybody's words: it has its own entries and nothing else. A literal also answers to
 * `constructor`, `toString` and `__proto__`, which every object inherits.
 */
export function table<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.freeze(Object.assign(Object.create(null), entries))
}
