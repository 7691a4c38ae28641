import type { SentFile } from '#adapters/ehr/port.ts'
import type { FileStore } from '#adapters/files/port.ts'
import { bytesOf, flow, newSheet } from '#server/features/documents/public.ts'
import type { QueuedMessage } from './queue.ts'

/** A page that takes the place of a withdrawn report where the hospital's system takes no withdrawal. */
export async function withdrawalNotice(
  { files, laboratoryName }: { files: FileStore; laboratoryName: string },
  { result, filler }: Pick<QueuedMessage, 'result' | 'filler'>,
): Promise<SentFile> {
  const at = new Date(result.madeAt)
  const sheet = await newSheet({ Title: 'Report withdrawn', Author: laboratoryName, CreationDate: at })
  flow(sheet, [
    { text: laboratoryName, size: 10 },
    { text: 'Report withdrawn: do not use it', bold: true, size: 16, before: 18 },
    {
      text: `The laboratory has withdrawn its report of ${result.test.name || result.test.code}, number ${filler}. Whatever was reported before is not valid.`,
      ...{ size: 11, before: 10 },
    },
    ...(result.words === '' ? [] : [{ text: `Reason: ${result.words}`, size: 11, before: 10 }]),
  ])
  const content = await bytesOf(sheet)
  return { fileKey: await files.put(content), bytes: content.byteLength }
}
