/** The result of opening a PDF: its number of pages, or why it is unreadable. */
export type OpenedPdf =
  | { isReadable: true; pages: number }
  /** `reason` completes the sentence "the PDF …": `needs a password`. */
  | { isReadable: false; reason: string }

/**
 * Opens a PDF as its reader will, and counts its pages, within bounded time and memory: a file that needs
 * more is unreadable. Rejects only if no file can be opened at all.
 */
export type OpenPdf = (content: Uint8Array) => Promise<OpenedPdf>

export interface PdfOpener {
  open: OpenPdf
  close(): Promise<void>
}
