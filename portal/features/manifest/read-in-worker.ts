import type { ReadAsked, ReadSaid } from './read-file.ts'

/** Reads a file beside the page; the answer stops it. `failed`: the browser could not do it. */
export function readInWorker(
  asked: ReadAsked,
  said: (part: ReadSaid) => void,
  failed: (error: unknown) => void,
): () => void {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<ReadSaid>) => {
    said(data)
    if (data.kind === 'end' || data.kind === 'refused') worker.terminate()
  }
  worker.onerror = (event) => {
    worker.terminate()
    failed(event.error ?? new Error(event.message))
  }
  worker.postMessage(asked, [asked.bytes.buffer as ArrayBuffer])
  return () => worker.terminate()
}
