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

/** The storage is missing, full or refuses writes: a retry makes sense. */
export class FilesAway extends Error {
  override name = 'FilesAway'
}
