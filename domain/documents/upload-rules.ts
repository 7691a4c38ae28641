import type { DOCUMENT_TYPES } from '../lookups.ts'

export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** 20 MB (specification §9, maximum upload). */
export const MOST_FILE_BYTES = 20 * 1024 * 1024
export const NO_DOCUMENT_TYPE = 'Please select a document type.'
export const NO_FILE = 'Please select a file (20MB max).'
export const FILE_TOO_LARGE = 'File limit has been exceeded. Maximum size is 20MB.'

/**
 * The maximum total size of one answer's documents, the same as of one document. They go in one message, and
 * all other messages wait behind it.
 */
export const MOST_ANSWER_BYTES = 20 * 1024 * 1024
export const ANSWER_TOO_LARGE =
  'The documents of one answer can total at most 20MB. Choose fewer, and add the others to the order.'

/** The parts of an upload row that the rules use. */
export interface DocumentRow {
  type: DocumentType | ''
  /** null while no file is chosen. */
  file: { readonly size: number } | null
}

export interface RowProblems {
  type: string | null
  file: string | null
}

/**
 * The problems of a row (§5, Upload dialog). A file requires its type immediately; an empty row requires both
 * only if `isRequested`, once the user wants to upload.
 */
export function rowProblems({ type, file }: DocumentRow, isRequested: boolean): RowProblems {
  return {
    type: type === '' && (isRequested || file !== null) ? NO_DOCUMENT_TYPE : null,
    file:
      file === null ? (isRequested ? NO_FILE : null) : file.size > MOST_FILE_BYTES ? FILE_TOO_LARGE : null,
  }
}

/** Whether Upload is enabled: there is at least one file, and none is too large. */
export function canPressUpload(rows: readonly DocumentRow[]): boolean {
  const files = rows.flatMap(({ file }) => (file === null ? [] : [file]))
  return files.length > 0 && files.every(({ size }) => size <= MOST_FILE_BYTES)
}

/** Whether every row is complete and can be sent. */
export function canUpload(rows: readonly DocumentRow[]): boolean {
  const isComplete = (row: DocumentRow) =>
    Object.values(rowProblems(row, true)).every((problem) => problem === null)
  return rows.length > 0 && rows.every(isComplete)
}
