/** A balancer or a collector of figures does not wait longer either. */
const LOOKED_AT_WITHIN_MS = 3_000

/** What is not done by then fails with what `late` gives. It is not stopped: it ends by itself, and nobody hears of it. */
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

/** For health and figures: whether it went well, in time. */
export const goesWell = (work: Promise<unknown>): Promise<boolean> =>
  inTime(work).then(
    () => true,
    () => false,
  )

/** How long what was looked at for health and figures is told again: whoever asks more often asks nothing more. */
const CACHE_MS = 500

/**
 * The same for many who ask at the same time, or shortly one after the other: `look` runs once at a time, also where nobody
 * waits for it any more, and what it found is told again for a moment. What failed is looked at anew.
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
