import type { ReadMessage } from '#adapters/laboratory/port.ts'
import type { OpenPdf } from '#adapters/pdf/port.ts'

/**
 * The message if all its PDFs can be opened; otherwise a refusal that names the first that can't. Opens them
 * one after the other.
 */
export async function withReadablePdfs(message: ReadMessage, openPdf: OpenPdf): Promise<ReadMessage> {
  if (message.kind !== 'news') return message
  const reportParts = message.updates.flatMap(({ report }) => report?.parts ?? [])
  for (const part of reportParts) {
    if (part.kind !== 'document' || part.mediaType !== 'application/pdf') continue
    const opened = await openPdf(part.content)
    if (opened.isReadable) continue
    const label = part.label === '' ? part.filename : part.label
    const reason = `OBX-5, presentedForm: the PDF “${label}” ${opened.reason}`
    return { ...message, kind: 'refused', code: 'AE', reason }
  }
  return message
}
