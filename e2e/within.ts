/** Longer than this nothing is waited for. */
const WITHIN_MS = 60_000

/** What a promise gives, if that is within a minute: otherwise an error that says `what` was waited for. */
export async function within<T>(what: string, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => reject(new Error(`Waited a minute for ${what}`)), WITHIN_MS)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(limit)
  }
}
