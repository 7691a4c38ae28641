import type { DocumentType } from '#domain/documents/upload-rules.ts'

/** A document to be uploaded. */
export interface UploadRow {
  /**
   * A UUID of the content to send, renewed by every change: a retried upload finds the document it has
   * already made.
   */
  key: string
  type: DocumentType | ''
  description: string
  file: File | null
  /** `waiting` before it is sent, and again after every change. */
  state:
    | { is: 'waiting' }
    /** `part`: 0 to 1. `mayBeStored`: all of it was sent once, so that the server may have stored it. */
    | { is: 'sending'; part: number; mayBeStored: boolean }
    | { is: 'stopped' }
    | { is: 'failed'; problem: unknown }
}

const WAITING = { is: 'waiting' } as const

export function freshRow(newKey: () => string, given: Partial<UploadRow> = {}): UploadRow {
  return { type: '', description: '', file: null, ...given, key: newKey(), state: WAITING }
}

/**
 * Adds files chosen in, or dropped on, the row at `index`: the first goes there, the others into rows of the
 * same type after it, empty ones first.
 */
export function withFiles(
  rows: readonly UploadRow[],
  index: number,
  files: readonly File[],
  newKey: () => string,
): UploadRow[] {
  const [first, ...others] = files
  if (!first) return [...rows]
  const type = rows[index]?.type ?? ''
  const next = rows.map((row, at) => (at === index ? freshRow(newKey, { ...row, file: first }) : row))
  for (const file of others) {
    const empty = next.findIndex((row) => row.file === null)
    if (empty === -1) next.push(freshRow(newKey, { type, file }))
    else next[empty] = freshRow(newKey, { ...next[empty], type: next[empty]?.type || type, file })
  }
  return next
}

/** Adds files dropped anywhere in the dialog: into the first empty row, then into new rows at the end. */
export function addDroppedFiles(
  rows: readonly UploadRow[],
  files: readonly File[],
  newKey: () => string,
): UploadRow[] {
  const empty = rows.findIndex((row) => row.file === null)
  return empty === -1
    ? [...rows, ...files.map((file) => freshRow(newKey, { file }))]
    : withFiles(rows, empty, files, newKey)
}

/** A row with the user's change, from then on a new document. */
export function changed(row: UploadRow, change: Partial<UploadRow>, newKey: () => string): UploadRow {
  return freshRow(newKey, { ...row, ...change })
}
