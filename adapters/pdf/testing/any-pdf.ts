import type { OpenPdf } from '../port.ts'

/** Takes whatever calls itself a PDF for one page: for tests of what becomes of a report, and not of its file. */
export const anyPdf: OpenPdf = async () => ({ isReadable: true, pages: 1 })
