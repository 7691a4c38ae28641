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
