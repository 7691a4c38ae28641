import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { fairQueue, type QueueBounds } from './fair-queue.ts'
import type { HeavyWork, RunHeavy } from './heavy-work.ts'

/** There is no place, or it took too long: told as 503 with Retry-After. */
export class TooBusy extends Error {
  override name = 'TooBusy'
  readonly statusCode = 503
}

export interface HeavyBounds extends QueueBounds {
  threads: number
  /** For its turn. */
  waitsMs: number
  /** From its turn; then its thread is ended, whatever it does. */
  withinMs: number
}

/** A core is left to the event loop where there are several. */
const THREADS = Math.max(1, availableParallelism() - 1)

/**
 * Where work goes that takes a processor for long (docs/decisions/0045-bounded-work.md): neither the event loop nor the
 * four threads that files, names and compression share do it. Passwords, which strangers cause, have threads of their own.
 */
const ROOMS = {
  /** A password's hash takes a quarter of a second; on a machine that has much else to do it is late, not refused. */
  passwords: { threads: THREADS, most: 60, mostOfOne: 12, waitsMs: 15_000, withinMs: 30_000 },
  documents: { threads: THREADS, most: 60, mostOfOne: 6, waitsMs: 30_000, withinMs: 60_000 },
} as const satisfies Record<string, HeavyBounds>

/** A thread that had nothing to do for so long is ended; a new one takes a tenth of a second. */
const IDLE_MS = 300_000
/** Of one thread, beyond what is outside of JavaScript's heap. */
const MOST_MEGABYTES = 512

/** Runs work in threads, so many at once; the rest waits in turn, is refused beyond a bound, and ended when it takes too long. */
export function openRoom({ threads, waitsMs, withinMs, ...bounds }: HeavyBounds) {
  const pool = new Piscina({
    ...{ minThreads: 0, maxThreads: threads, concurrentTasksPerWorker: 1, idleTimeout: IDLE_MS },
    // Between two pieces of work a thread's own timers and streams go on.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    recordTiming: false,
  })
  const queue = fairQueue<() => void>(bounds)
  let running = 0

  /** Resolves when it is this one's turn. */
  function turn(who: string): Promise<void> {
    if (running < threads) {
      running += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(late)
        resolve()
      }
      const late = setTimeout(() => {
        queue.remove(who, begin)
        reject(new TooBusy('heavy work did not begin in time'))
      }, waitsMs)
      if (queue.add(who, begin)) return
      clearTimeout(late)
      reject(new TooBusy('too much heavy work waits'))
    })
  }

  function done() {
    const next = queue.next()
    if (next) next()
    else running -= 1
  }

  async function run<Result>({
    module,
    name,
    input,
    who,
    withinMs: own = withinMs,
  }: HeavyWork): Promise<Result> {
    await turn(who)
    const signal = AbortSignal.timeout(Math.min(own, withinMs))
    try {
      return await pool.run(input, { filename: module, name, signal })
    } catch (error) {
      throw signal.aborted ? new TooBusy('heavy work was not done in time', { cause: error }) : error
    } finally {
      done()
    }
  }

  return {
    run: run as RunHeavy,
    /** How many pieces of work wait. */
    waiting: queue.length,
    close: () => pool.destroy(),
  }
}

export type Heavy = ReturnType<typeof openHeavy>

/** The rooms of this process. */
export function openHeavy() {
  const rooms = { passwords: openRoom(ROOMS.passwords), documents: openRoom(ROOMS.documents) }
  return {
    passwords: rooms.passwords.run,
    documents: rooms.documents.run,
    async close() {
      await Promise.all([rooms.passwords.close(), rooms.documents.close()])
    },
  }
}
