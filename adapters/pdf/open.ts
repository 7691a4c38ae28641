import { Worker } from 'node:worker_threads'
import type { OpenedPdf, PdfOpener } from './port.ts'

export interface PdfBounds {
  /** Time limit per file, from when the thread is ready. */
  withinMs: number
  /** How much the process may grow meanwhile. */
  mostMegabytes: number
}

/** A new thread reads pdf.js first: seconds on a busy machine, which are no fault of the file. */
const STARTS_WITHIN_MS = 60_000
const BOUNDS: PdfBounds = { withinMs: 15_000, mostMegabytes: 768 }
/** Limit of the thread's heap. Unpacked data is outside of it, and counts toward the process. */
const HEAP_MEGABYTES = 384
const WATCHED_EVERY_MS = 50
const MEGABYTE = 1024 * 1024

/**
 * Opens PDFs in one thread, one at a time, with Mozilla's pdf.js. A file that takes too much time or memory
 * ends its thread; the next file gets a new one.
 */
export function pdfOpener(bounds: PdfBounds = BOUNDS): PdfOpener {
  let thread: Worker | null = null
  let isReady = false
  let last: Promise<unknown> = Promise.resolve()

  function started(): Worker {
    if (thread) return thread
    const worker = new Worker(new URL('./count-pages.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    // Does not keep an otherwise finished process alive.
    worker.unref()
    worker.once('exit', () => {
      if (thread === worker) thread = null
    })
    thread = worker
    isReady = false
    return worker
  }

  async function end(worker: Worker): Promise<void> {
    if (thread === worker) thread = null
    await worker.terminate()
  }

  function opened(content: Uint8Array): Promise<OpenedPdf> {
    return new Promise((resolve) => {
      const worker = started()
      const before = process.memoryUsage.rss()
      const finish = (result: OpenedPdf) => {
        clearTimeout(late)
        clearInterval(watch)
        worker.removeAllListeners('message').removeAllListeners('error')
        resolve(result)
      }
      const giveUp = (reason: string) => {
        finish({ isReadable: false, reason })
        worker.on('error', () => undefined)
        void end(worker)
      }
      const limit = (ms: number) => setTimeout(() => giveUp('takes too long to open'), ms)
      let late = limit(isReady ? bounds.withinMs : STARTS_WITHIN_MS)
      const watch = setInterval(() => {
        const grown = process.memoryUsage.rss() - before
        if (grown > bounds.mostMegabytes * MEGABYTE) giveUp('takes too much memory to open')
      }, WATCHED_EVERY_MS)
      worker.on('message', (message: OpenedPdf | 'ready') => {
        if (message !== 'ready') return finish(message)
        isReady = true
        clearTimeout(late)
        late = limit(bounds.withinMs)
      })
      // The thread's heap was too small for the file.
      worker.once('error', () => giveUp('takes too much memory to open'))
      // A copy, because the transferred bytes would be lost here.
      worker.postMessage(new Uint8Array(content))
    })
  }

  return {
    open(content) {
      const turn = last.then(() => opened(content))
      last = turn
      return turn
    },
    async close() {
      if (thread) await end(thread)
    },
  }
}
