import { setTimeout as rest } from 'node:timers/promises'
import { ProblemError, problemOf } from '#contract/errors.ts'
import { fairQueue } from '#server/heavy/fair-queue.ts'

/** How many pages may wait to be rendered: in total, and for one network, such as a hospital's. */
const BOUNDS = { most: 200, mostOfOne: 40 }

/**
 * Renders pages, each of which occupies the event loop for some hundredths of a second, one at a time and
 * with clients taking turns. After each page the event loop is left free for as long, because anonymous
 * clients may request any number. The result resolves to the page, and rejects with `unavailable` if too many
 * are waiting.
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
