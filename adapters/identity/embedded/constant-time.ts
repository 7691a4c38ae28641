import { setTimeout } from 'node:timers/promises'

/** Longer than any of the ways a request can go, so that the time doesn't tell which one it went. */
export const FLOOR_MS = 500

/** Takes the same time whatever the work finds out about an account. */
export async function inConstantTime<T>(work: Promise<T>, floorMs: number): Promise<T> {
  const [result] = await Promise.all([work, setTimeout(floorMs)])
  return result
}
