import { parentPort } from 'node:worker_threads'
import { getResolvedPDFJS } from 'unpdf'
import type { OpenedPdf } from './port.ts'

/** Runs in its own thread (open.ts): says when it is ready, receives the bytes of one PDF after another, and answers each. */

/** How far from its end a file's trailer may be (PDF Reference 1.7, appendix H, note 18). */
const TAIL = 1024
/** In a report short enough for a person to read, every page is looked up. */
const LOOKED_UP = 2000
const MOST_PAGES = 20_000

async function countPages(content: Uint8Array): Promise<OpenedPdf> {
  // First: the message that the thread is ready goes before any answer.
  const { getDocument } = await pdfJs
  const tail = Buffer.from(content.buffer, content.byteOffset, content.byteLength).subarray(-TAIL)
  if (!tail.includes('%%EOF')) return unreadable('is cut off: its end (%%EOF) is missing')
  const task = getDocument({ data: content, verbosity: 0 })
  try {
    const document = await task.promise
    const pages = document.numPages
    if (pages < 1 || pages > MOST_PAGES) return unreadable(`has ${pages} pages`)
    for (let page = 1; page <= Math.min(pages, LOOKED_UP); page++) await document.getPage(page)
    return { isReadable: true, pages }
  } catch (error) {
    const { name } = error as Error
    return unreadable(name === 'PasswordException' ? 'needs a password' : 'is damaged: it can’t be opened')
  } finally {
    await task.destroy()
  }
}

function unreadable(reason: string): OpenedPdf {
  return { isReadable: false, reason }
}

const pdfJs = getResolvedPDFJS()
void pdfJs.then(() => parentPort?.postMessage('ready'))
parentPort?.on('message', async (content: Uint8Array) => {
  parentPort?.postMessage(await countPages(content))
})
