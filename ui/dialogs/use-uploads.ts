import { useRef, useState } from 'react'
import type { DocumentType } from '#domain/documents/upload-rules.ts'
import { freshRow, type UploadRow } from './upload-rows.ts'

export interface DocumentToSend {
  /** A UUID, the same for every retry. */
  key: string
  type: DocumentType
  description: string
  file: File
}

/** Sends one document; throws if it is refused, or if `signal` aborts it. `onProgress` receives 0 to 1. */
export type Upload = (
  document: DocumentToSend,
  onProgress: (part: number) => void,
  signal: AbortSignal,
) => Promise<unknown>

export const newKey = () => crypto.randomUUID()

const oneEmpty = () => [freshRow(newKey)]

/** The rows of an upload dialog, sent one after the other; uploaded rows are removed. */
export function useUploads(upload: Upload, begin: () => UploadRow[] = oneEmpty) {
  const [rows, setRows] = useState(begin)
  const [done, setDone] = useState<readonly string[]>([])
  const running = useRef(new Map<string, AbortController>())
  /** Keys of which all was sent, whatever became of the answer. */
  const sent = useRef(new Set<string>())

  const put = (key: string, state: UploadRow['state']) =>
    setRows((now) => now.map((row) => (row.key === key ? { ...row, state } : row)))

  function progress(key: string, part: number): void {
    if (part === 1) sent.current.add(key)
    put(key, { is: 'sending', part, mayBeStored: sent.current.has(key) })
  }

  async function sendOne({ key, type, description, file }: UploadRow, { signal }: AbortController) {
    if (type === '' || file === null || signal.aborted) return
    try {
      const document = { key, type, description: description.trim(), file }
      await upload(document, (part) => signal.aborted || progress(key, part), signal)
      setRows((now) => now.filter((row) => row.key !== key))
      setDone((now) => [...now, file.name])
    } catch (problem) {
      if (!signal.aborted) put(key, { is: 'failed', problem })
    }
  }

  async function send(uploadRows: readonly UploadRow[]): Promise<void> {
    const queue = uploadRows.map((row) => ({ row, control: new AbortController() }))
    for (const { row, control } of queue) {
      running.current.set(row.key, control)
      progress(row.key, 0)
    }
    for (const { row, control } of queue) await sendOne(row, control)
  }

  function cancel(key: string): void {
    running.current.get(key)?.abort()
    put(key, { is: 'stopped' })
  }

  function forget(): void {
    running.current.clear()
    setRows(begin())
    setDone([])
  }

  return { rows, setRows, done, send, cancel, forget }
}
