import { setTimeout as rest } from 'node:timers/promises'
import { ProblemError, problemOf } from '#contract/errors.ts'
import { fairQueue } from '#server/heavy/fair-queue.ts'

/** Pages that wait to be made: of everybody together, and of one network, such as a hospital's. */
const BOUNDS = { most: 200, mostOfOne: 40 }

/**
 * Makes pages, each of which takes the event loop for some hundredths of a second, one after the other and by turns for
 * those who ask. After each the event loop is left to others for as long: strangers may ask for as many as they like. What
 * it gives resolves to the page, and rejects with `unavailable` where too many wait.
 */
export function pagesInTurn() {
  const queue = fairQueue<() => void>(BOUNDS)
  let isMaking = false

  async function makeAll(): Promise<void> {
    isMaking = true
    for (let make = queue.next(); make; make = queue.next()) {
      const begun = performance.now()
      make()
      await rest(performance.now() - begun)
    }
    isMaking = false
  }

  return <Page>(who: string, made: () => Page): Promise<Page> =>
    new Promise((resolve, reject) => {
      const make = () => {
        try {
          resolve(made())
        } catch (error) {
          reject(error)
        }
      }
      if (!queue.add(who, make)) return reject(new ProblemError(problemOf('unavailable')))
      if (!isMaking) void makeAll()
    })
}
