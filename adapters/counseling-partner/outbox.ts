import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { mailText } from './mail-text.ts'
import type { CounselingPartner } from './port.ts'

/**
 * The embedded default: one readable file per request in `dir`, for this operating-system user alone. Handing
 * it over again replaces the file.
 */
export function outboxPartner(dir: string): CounselingPartner {
  const fileOf = (reference: string) => {
    if (!/^[0-9a-f-]{36}$/.test(reference)) throw new Error('not a reference of a request')
    return path.join(dir, `${reference}.txt`)
  }
  /** The file while it is being written; left behind if that is interrupted. */
  const draftOf = (file: string) => `${file}.part`
  return {
    description: `into the directory ${path.basename(dir)}`,
    async handOver(handover) {
      const file = fileOf(handover.reference)
      await mkdir(dir, { recursive: true, mode: 0o700 })
      // Appears complete or not at all.
      const draft = draftOf(file)
      const handle = await open(draft, 'w', 0o600)
      try {
        await handle.writeFile(mailText(handover))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, file)
      return { taken: true, partnerReference: '' }
    },
    async forget(reference) {
      const file = fileOf(reference)
      await Promise.all([file, draftOf(file)].map((one) => rm(one, { force: true })))
    },
  }
}
