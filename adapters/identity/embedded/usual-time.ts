import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

const [FIRST_MS, LEAST_MS, MOST_MS] = [300, 50, 5_000]
/** How much the last one counts. */
const WEIGHT = 0.2

/** How long a piece of work takes lately, for what is to take as long without being done. */
export function usualTime() {
  let average = FIRST_MS
  return {
    async measured<T>(work: () => Promise<T>): Promise<T> {
      const begun = performance.now()
      const result = await work()
      const took = Math.min(MOST_MS, Math.max(LEAST_MS, performance.now() - begun))
      average += WEIGHT * (took - average)
      return result
    },
    /** Resolves after that time, more or less: never twice the same one. */
    wait: () => setTimeout(average * (0.85 + randomInt(300) / 1000)),
  }
}
