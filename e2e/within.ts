/** Upper bound of every wait. */
const WITHIN_MS = 60_000

/** A promise's result, if it settles within a minute; otherwise throws an error that names `what`. */
export async function within<T>(what: string, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => reject(new Error(`Waited a minute for ${what}`)), WITHIN_MS)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(limit)
  }
}
