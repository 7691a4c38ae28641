import type { OpenPdf } from '../port.ts'

/** Accepts anything called a PDF as one page: for tests that are about the report rather than its file. */
export const anyPdf: OpenPdf = async () => ({ isReadable: true, pages: 1 })
