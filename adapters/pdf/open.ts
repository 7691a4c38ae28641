import { Worker } from 'node:worker_threads'
import type { OpenedPdf, PdfOpener } from './port.ts'

export interface PdfBounds {
  /** For one file. */
  withinMs: number
  /** By which the process may grow meanwhile. */
  mostMegabytes: number
}

const BOUNDS: PdfBounds = { withinMs: 15_000, mostMegabytes: 768 }
/** Of the thread's heap; what it unpacks lies outside of it, and counts with the process. */
const HEAP_MEGABYTES = 384
const WATCHED_EVERY_MS = 50
const MEGABYTE = 1024 * 1024

/**
 * Opens PDFs in one thread, one at a time, with Mozilla's reader (pdf.js). What takes too long or too much memory ends
 * its thread; the next file gets a new one.
 */
export function pdfOpener(bounds: PdfBounds = BOUNDS): PdfOpener {
  let thread: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()

  function started(): Worker {
    if (thread) return thread
    const worker = new Worker(new URL('./count-pages.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    // It holds no process up that has nothing else to do.
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
      // Its heap was too small for it.
      worker.once('error', () => giveUp('takes too much memory to open'))
      // A copy: the caller goes on with its own.
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
