import { setTimeout as delay } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { withoutWords } from './failure.ts'
import { REPEATING_QUEUE } from './queues.ts'

/** Work that is done again and again, such as ending what has run out. It must bear being done twice. */
export interface RepeatingWork {
  name: string
  everySeconds: number
  run(): Promise<unknown>
}

/** How long a portal that stops waits for what it is doing. Another one does it again; an operator's stop must not wait for it. */
const END_WITHIN_MS = 5_000

interface Due {
  name: string
}

/**
 * Does each of `works` now and then every so often, until `boss` stops or what is given back is closed. Once for all
 * portals on one database: of what several of them put into the queue within one period, one is kept.
 */
export async function startRepeating(
  boss: PgBoss,
  works: readonly RepeatingWork[],
  onError: (error: Error) => void,
): Promise<{ close(): Promise<void> }> {
  const put = ({ name, everySeconds }: RepeatingWork) => {
    const due: Due = { name }
    return boss
      .send(REPEATING_QUEUE.name, due, { singletonKey: name, singletonSeconds: everySeconds })
      .catch(onError)
  }
  const worker = await boss.work<Due>(
    REPEATING_QUEUE.name,
    { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 10, heartbeatRefreshSeconds: 3 },
    async ([job]) => {
      // Starts the next job without waiting for the next poll: announcements that arrive together wake the worker once,
      // and new work comes round faster than it polls.
      boss.notifyWorker(worker)
      const work = works.find(({ name }) => name === job?.data.name)
      await work?.run().catch((error: Error) => {
        onError(error)
        throw withoutWords(error)
      })
    },
  )
  for (const work of works) await put(work)
  const timers = works.map((work) => setInterval(() => void put(work), work.everySeconds * 1000).unref())
  return {
    async close() {
      for (const timer of timers) clearInterval(timer)
      const ended = new AbortController()
      const limit = delay(END_WITHIN_MS, undefined, { signal: ended.signal }).catch(() => undefined)
      await Promise.race([boss.offWork(REPEATING_QUEUE.name), limit])
      ended.abort()
    },
  }
}
