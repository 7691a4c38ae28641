import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import type { Browser } from '@playwright/test'

/**
 * Of this, a page runs one part and is stopped for the rest. Its part must be long enough that it gets a processor while
 * others want it too: of 3 ms it often missed all, and was many times slower than wanted.
 */
const PERIOD_MS = 80

/** A link to another site continues in another process. */
const LOOK_EVERY_MS = 200

/** More pages than a walk opens. */
const MOST_PAGES = 64

interface Shared {
  slowdown: number
  /** Process ids of the browser's pages; 0 where there is none. */
  pids: Int32Array
  /** 1 in its only place when the browser is no longer slowed. */
  ended: Int32Array
}

const sharedInt32 = (length: number) => new Int32Array(new SharedArrayBuffer(4 * length))

/**
 * Lets the browser's pages run for one `slowdown`-th of the time and stops their processes for the rest, until the returned
 * function is called. Chromium's own throttle keeps a processor busy instead: then two slow pages need two
 * processors, where dozens of these share one.
 */
export async function slowDown(browser: Browser, slowdown: number): Promise<() => Promise<void>> {
  if (slowdown <= 1) return async () => undefined
  const shared: Shared = { slowdown, pids: sharedInt32(MOST_PAGES), ended: sharedInt32(1) }
  const devtools = await browser.newBrowserCDPSession()
  const stopping = new AbortController()
  const looks = (async () => {
    while (!stopping.signal.aborted) {
      const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
      const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
      for (let at = 0; at < MOST_PAGES; at += 1) Atomics.store(shared.pids, at, pages[at] ?? 0)
      await delay(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  // A thread of its own: the walk's would wake it late.
  const worker = new Worker(new URL(import.meta.url), { workerData: shared })
  const exit = new Promise<void>((resolve, reject) =>
    worker.once('exit', () => resolve()).once('error', reject),
  )
  return async () => {
    stopping.abort()
    await looks
    Atomics.store(shared.ended, 0, 1)
    Atomics.notify(shared.ended, 0)
    await exit
    await devtools.detach()
  }
}

/** The thread's work. */
function runAndStop({ slowdown, pids, ended }: Shared): void {
  const hasEndedAfter = (ms: number) => Atomics.wait(ended, 0, 0, ms) !== 'timed-out'
  const running = PERIOD_MS / slowdown
  while (!hasEndedAfter(running)) {
    const stopped = [...pids].filter((pid) => pid !== 0 && signal(pid, 'SIGSTOP'))
    const last = hasEndedAfter(PERIOD_MS - running)
    for (const pid of stopped) signal(pid, 'SIGCONT')
    if (last) return
  }
}

/** False if the page has gone. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

if (!isMainThread) runAndStop(workerData)
