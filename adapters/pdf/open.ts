import { Worker } from 'node:worker_threads'
import type { OpenedPdf, PdfOpener } from './port.ts'

export interface PdfBounds {
  /** Time limit per file. */
  withinMs: number
  /** How much the process may grow meanwhile. */
  mostMegabytes: number
}

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
      const late = setTimeout(() => giveUp('takes too long to open'), bounds.withinMs)
      const watch = setInterval(() => {
        const grown = process.memoryUsage.rss() - before
        if (grown > bounds.mostMegabytes * MEGABYTE) giveUp('takes too much memory to open')
      }, WATCHED_EVERY_MS)
      worker.once('message', finish)
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
