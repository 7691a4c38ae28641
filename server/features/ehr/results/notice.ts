import type { SentFile } from '#adapters/ehr/port.ts'
import { fileKeyOf } from '#adapters/files/port.ts'
import { subjectOfStream } from '#domain/ehr/results.ts'
import { fetusInWords, fetusOf } from '#domain/orders/subject.ts'
import { bytesOf, flow, newSheet } from '#server/features/documents/public.ts'
import type { QueuedMessage } from './queue.ts'

type Withdrawn = Pick<QueuedMessage, 'result' | 'filler' | 'stream' | 'document'>

/** Which report is not valid: of which test, of a fetus or loss also of which. */
export function withdrawnInWords({ result: { test }, filler, stream, document }: Withdrawn): string {
  const fetus = fetusOf(document, subjectOfStream(stream))
  const of = [test.name || test.code, fetus ? fetusInWords(document, fetus) : ''].filter(Boolean).join(', ')
  return `The laboratory has withdrawn its report of ${of}, number ${filler}. Whatever was reported before is not valid.`
}

/**
 * A page that takes the place of a withdrawn report where the hospital's system takes no withdrawal. It is sent and not stored:
 * each try makes it again.
 */
export async function withdrawalNotice(
  laboratoryName: string,
  message: Withdrawn,
): Promise<SentFile & { content: Uint8Array }> {
  const { result } = message
  const at = new Date(result.madeAt)
  const sheet = await newSheet({ Title: 'Report withdrawn', Author: laboratoryName, CreationDate: at })
  flow(sheet, [
    { text: laboratoryName, size: 10 },
    { text: 'Report withdrawn: do not use it', bold: true, size: 16, before: 18 },
    { text: withdrawnInWords(message), size: 11, before: 10 },
    ...(result.words === '' ? [] : [{ text: `Reason: ${result.words}`, size: 11, before: 10 }]),
  ])
  const content = await bytesOf(sheet)
  return { fileKey: fileKeyOf(content), bytes: content.byteLength, content }
}
