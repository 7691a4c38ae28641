/** Where documents and reports lie. The key is the SHA-256 of the content, so a file is written once and never changed. */
export interface FileStore {
  /** Durable when it returns. Gives the content's key (64 hex digits). */
  put(content: Uint8Array): Promise<string>
  /** Throws when there is no such content or it no longer matches its key. */
  get(key: string): Promise<Uint8Array>
}
