/** A load balancer or metrics collector waits no longer than this either. */
const LOOKED_AT_WITHIN_MS = 3_000

/**
 * Rejects with `late()` if `work` is not done in time. The work is not stopped: it continues, and its result
 * is dropped.
 */
export function inTime<T>(
  work: Promise<T>,
  ms = LOOKED_AT_WITHIN_MS,
  late: () => Error = () => new Error('no answer in time'),
): Promise<T> {
  const tooLate = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    work.finally(() => clearTimeout(timer)).catch(() => undefined)
  })
  return Promise.race([work, tooLate])
}

/** For health and figures: whether the work succeeds in time. */
export const goesWell = (work: Promise<unknown>): Promise<boolean> =>
  inTime(work).then(
    () => true,
    () => false,
  )

/** How long results for health and figures are cached, so that frequent requests cost nothing more. */
const CACHE_MS = 500

/**
 * Shares one result between concurrent and closely following calls: `look` runs once at a time, even if
 * nobody waits for it any longer, and its result is cached for a moment. Failures are not cached.
 */
export function atMostOnce<T>(look: () => Promise<T>, cacheMs = CACHE_MS): () => Promise<T> {
  let running: Promise<T> | undefined
  let until = Number.NEGATIVE_INFINITY
  let isOver = true
  return () => {
    if (running && (!isOver || performance.now() < until)) return running
    isOver = false
    const now = look()
    running = now
    now.then(
      () => {
        isOver = true
        until = performance.now() + cacheMs
      },
      () => {
        isOver = true
        running = undefined
      },
    )
    return now
  }
}
