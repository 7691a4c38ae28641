import type { DocumentType } from '#domain/documents/upload-rules.ts'

/** A document to be uploaded. */
export interface UploadRow {
  /** A UUID of what is sent, another after every change: a retried upload finds the document it has made already. */
  key: string
  type: DocumentType | ''
  description: string
  file: File | null
  /** `waiting` before it is sent, and again after every change. */
  state:
    | { is: 'waiting' }
    /** `part`: 0 to 1. */
    | { is: 'sending'; part: number }
    | { is: 'stopped' }
    | { is: 'failed'; problem: unknown }
}

const WAITING = { is: 'waiting' } as const

export function freshRow(newKey: () => string, given: Partial<UploadRow> = {}): UploadRow {
  return { type: '', description: '', file: null, ...given, key: newKey(), state: WAITING }
}

/**
 * Files that were chosen in, or dropped on, the row at `index`: the first goes there, the others into rows of the same
 * type behind it, empty ones first.
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

/** Files that were dropped anywhere in the dialog: into the first empty row, and rows behind the others. */
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

/** What the reader changed in a row; it is another document from then on. */
export function changed(row: UploadRow, change: Partial<UploadRow>, newKey: () => string): UploadRow {
  return freshRow(newKey, { ...row, ...change })
}
