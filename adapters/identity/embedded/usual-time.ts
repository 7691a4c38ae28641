import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

const [FIRST_MS, LEAST_MS, MOST_MS] = [300, 50, 5_000]
/** Weight of the latest measurement. */
const WEIGHT = 0.2

/** Tracks how long some work usually takes, so that skipping it can take equally long. */
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
    /** Resolves after roughly that time, never exactly the same. */
    wait: () => setTimeout(average * (0.85 + randomInt(300) / 1000)),
  }
}
