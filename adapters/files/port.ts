/** Where documents and reports lie. The key is the SHA-256 of the content, so a file is written once and never changed. */
export interface FileStore {
  /** Durable when it returns. Gives the content's key (64 hex digits). Throws `FilesAway` where it can't be kept now. */
  put(content: Uint8Array): Promise<string>
  /** Throws when there is no such content or it no longer matches its key, `FilesAway` where that can't be known now. */
  get(key: string): Promise<Uint8Array>
}

/** The storage is not there, full, or takes nothing: trying again makes sense. */
export class FilesAway extends Error {
  override name = 'FilesAway'
}
