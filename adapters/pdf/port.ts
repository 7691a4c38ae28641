/** What became of opening a PDF: its pages, or why nobody could read it. */
export type OpenedPdf =
  | { isReadable: true; pages: number }
  /** `reason` goes on in the sentence "the PDF …": `needs a password`. */
  | { isReadable: false; reason: string }

/**
 * Opens a PDF as its reader will, and counts its pages. Never takes more than a bounded time and memory: a file that
 * needs more is unreadable. Rejects only where nothing can be opened at all.
 */
export type OpenPdf = (content: Uint8Array) => Promise<OpenedPdf>

export interface PdfOpener {
  open: OpenPdf
  close(): Promise<void>
}
