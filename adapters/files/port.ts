import { createHash } from 'node:crypto'

/** The key under which a content is stored, also before it is. */
export function fileKeyOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * Stores documents and reports. The key is the SHA-256 of the content, so a file is written once and never
 * changes.
 */
export interface FileStore {
  /**
   * Durable when it returns. Returns the content's key (64 hex digits). Throws `FilesAway` if it can't be
   * stored now.
   */
  put(content: Uint8Array): Promise<string>
  /**
   * Throws if there is no such content or it no longer matches its key; `FilesAway` if that can't be
   * determined now.
   */
  get(key: string): Promise<Uint8Array>
}

export interface ErasableFiles {
  /**
   * Deletes a file that nothing names any more, unless it was stored again since `earliest`: then somebody needs it. Returns
   * whether it is gone. Throws `FilesAway`.
   */
  remove(key: string, earliest: Date): Promise<boolean>
}

/** The storage is missing, full or refuses writes: a retry makes sense. */
export class FilesAway extends Error {
  override name = 'FilesAway'
}
