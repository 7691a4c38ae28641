import type { ReadMessage, ReadRequest } from './read-file.ts'

/** Reads a file beside the page; the answer stops it. `onError`: the browser could not do it. */
export function readInWorker(
  request: ReadRequest,
  onMessage: (message: ReadMessage) => void,
  onError: (error: unknown) => void,
): () => void {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<ReadMessage>) => {
    onMessage(data)
    if (data.kind === 'end' || data.kind === 'refused') worker.terminate()
  }
  worker.onerror = (event) => {
    worker.terminate()
    onError(event.error ?? new Error(event.message))
  }
  worker.postMessage(request, [request.bytes.buffer as ArrayBuffer])
  return () => worker.terminate()
}
