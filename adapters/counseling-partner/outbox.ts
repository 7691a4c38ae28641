import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { mailText } from './mail-text.ts'
import type { CounselingPartner } from './port.ts'

/** The embedded default: a readable file a request in `dir`, for this user alone; handed over again it is replaced. */
export function outboxPartner(dir: string): CounselingPartner {
  const fileOf = (reference: string) => {
    if (!/^[0-9a-f-]{36}$/.test(reference)) throw new Error('not a reference of a request')
    return path.join(dir, `${reference}.txt`)
  }
  /** What is being written; it stays where that is broken off. */
  const draftOf = (file: string) => `${file}.part`
  return {
    description: `into the directory ${path.basename(dir)}`,
    async handOver(handover) {
      const file = fileOf(handover.reference)
      await mkdir(dir, { recursive: true, mode: 0o700 })
      // There whole or not at all.
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
