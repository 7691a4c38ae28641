import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { fairQueue, type QueueBounds } from './fair-queue.ts'
import type { HeavyWork, RunHeavy } from './heavy-work.ts'

/** No place was free, or it took too long: answered with 503 and Retry-After. */
export class TooBusy extends Error {
  override name = 'TooBusy'
  readonly statusCode = 503
}

export interface HeavyBounds extends QueueBounds {
  threads: number
  /** The longest wait for a turn. */
  waitsMs: number
  /** The longest run; after that the thread is terminated, whatever it is doing. */
  withinMs: number
}

/** Leaves one core to the event loop if there are several. */
const THREADS = Math.max(1, availableParallelism() - 1)

/**
 * Work that keeps a processor busy for long runs here (docs/decisions/0045-bounded-work.md), neither on the
 * event loop nor on the four threads that files, names and compression share. Passwords, which anonymous
 * clients can submit, have threads of their own.
 */
const ROOMS = {
  /** Hashing a password takes a quarter of a second; on a busy machine it is delayed, not refused. */
  passwords: { threads: THREADS, most: 60, mostOfOne: 12, waitsMs: 15_000, withinMs: 30_000 },
  documents: { threads: THREADS, most: 60, mostOfOne: 6, waitsMs: 30_000, withinMs: 60_000 },
} as const satisfies Record<string, HeavyBounds>

/** A thread idle for this long is ended; starting a new one takes a tenth of a second. */
const IDLE_MS = 300_000
/** Per thread, excluding memory outside JavaScript's heap. */
const MOST_MEGABYTES = 512

/**
 * Opens a pool of threads for work; the rest waits in turn, is refused beyond a bound, and terminated when it
 * takes too long.
 */
export function openRoom({ threads, waitsMs, withinMs, ...bounds }: HeavyBounds) {
  const pool = new Piscina({
    ...{ minThreads: 0, maxThreads: threads, concurrentTasksPerWorker: 1, idleTimeout: IDLE_MS },
    // Lets a thread's own timers and streams go on between two jobs.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    recordTiming: false,
  })
  const queue = fairQueue<() => void>(bounds)
  let running = 0

  /** Resolves when it is this client's turn. */
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
      reject(new TooBusy('too much heavy work is waiting'))
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
    /** How many jobs are waiting. */
    waiting: queue.length,
    close: () => pool.destroy(),
  }
}

export type Heavy = ReturnType<typeof openHeavy>

/** The thread pools of this process. */
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
