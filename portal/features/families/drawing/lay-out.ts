import type { FamilyDocument } from '#domain/family/document.ts'
import { type FamilyLayout, layoutAfterEdit, layoutFamily } from '#domain/family/layout/layout.ts'

export interface LayoutRequest {
  document: FamilyDocument
  /** What is on the screen: an edit keeps who stands beside whom. Null for a fresh layout. */
  before: FamilyLayout | null
}

/** A larger family is placed by a worker: it takes longer than a frame. */
export const MOST_PEOPLE_HERE = 40

export const layOut = ({ document, before }: LayoutRequest): FamilyLayout =>
  before ? layoutAfterEdit(document, before) : layoutFamily(document)

/**
 * Places a family beside the page. `onDone` is called once, unless the answer stopped it before; where the browser
 * has no worker, the page does it.
 */
export function layOutInWorker(request: LayoutRequest, onDone: (layout: FamilyLayout) => void): () => void {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<FamilyLayout>) => {
    worker.terminate()
    onDone(data)
  }
  worker.onerror = () => {
    worker.terminate()
    onDone(layOut(request))
  }
  worker.postMessage(request)
  return () => worker.terminate()
}
