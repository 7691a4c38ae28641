import { api as routes } from '#contract/api.ts'
import type { FormBody } from '#contract/client.ts'
import { pathOf, problemIn } from '#contract/client.ts'
import type { OrderFile } from '#contract/documents.ts'
import { isProblem, ProblemError, problemOf } from '#contract/errors.ts'
import { formDataOf } from '#portal/form-data.ts'
import { renew } from '#portal/session/identity.ts'
import { institutionCodesHeader, stored } from '#portal/session/storage.ts'

interface Upload {
  hospital: string
  orderId: number
  /** One for each file: the same again finds the document that stands. */
  uploadKey: string
  type: string
  description: string
  file: File
}

const TRIES = 3

/** One try. `fetch` tells nothing of how far a body has gone, so that this is the one place without it. */
function send(path: string, form: FormData, onProgress: (share: number) => void, signal: AbortSignal) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => reject(new ProblemError(problemOf('unavailable'))))
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    request.open('POST', path)
    request.setRequestHeader('authorization', `Bearer ${stored('authToken') ?? ''}`)
    request.setRequestHeader('institution-codes', institutionCodesHeader())
    request.send(form)
  })
}

/** The stored file, of which only a 201 of the portal tells: a proxy or a network's own page may answer, too. */
async function read({ status, text }: { status: number; text: string }): Promise<OrderFile> {
  const json = async (): Promise<unknown> => JSON.parse(text)
  const body = await json().catch(() => undefined)
  if (status === 201 && body) return body as OrderFile
  if (status < 300) throw new ProblemError(problemOf('unavailable'))
  // A proxy may take only smaller files than the portal does.
  if (status === 413 && !isProblem(body)) throw new ProblemError(problemOf('too-large'))
  throw new ProblemError(await problemIn({ status, json }))
}

const isWorthATry = (error: unknown) => error instanceof ProblemError && error.problem.status >= 500

/**
 * Adds a document to an order, telling how far it is (0 to 1). A connection that breaks is tried again: the key makes
 * sure that the file is there once. Throws `ProblemError`, or the signal's reason.
 */
export async function uploadDocument(
  { hospital, orderId, uploadKey, type, description, file }: Upload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<OrderFile> {
  const path = pathOf(routes.documents.upload, { params: { h: hospital, id: orderId } })
  const content = new Uint8Array(await file.arrayBuffer())
  const body: FormBody = {
    ...{ uploadKey, type, description },
    file: { filename: file.name, mediaType: file.type, content },
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await send(path, formDataOf(body), onProgress, signal)
      if (answer.status === 401 && tries === 1 && (await renew())) continue
      return await read(answer)
    } catch (error) {
      if (!isWorthATry(error) || tries === TRIES) throw error
    }
  }
}
