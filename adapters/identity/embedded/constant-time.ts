import { setTimeout } from 'node:timers/promises'

/** Longer than any path a request can take, so that the time doesn't reveal which one it took. */
export const FLOOR_MS = 500

/** Takes the same time whatever the work finds out about an account. */
export async function inConstantTime<T>(work: Promise<T>, floorMs: number): Promise<T> {
  const [result] = await Promise.all([work, setTimeout(floorMs)])
  return result
}
