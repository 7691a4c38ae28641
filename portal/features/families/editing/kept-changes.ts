import { z } from 'zod'
import { familyChange } from '#contract/family-document.ts'
import type { KeptChanges } from './family-editor.ts'

const stored = z.array(familyChange)

/** In this tab's session storage, until the server has them: a reload or an expired session loses nothing typed. */
export function keptChanges(storage: Storage, userId: number, hospital: string, id: number): KeptChanges {
  const key = `unsaved-family:${userId}:${hospital}:${id}`
  return {
    read() {
      try {
        const parsed = stored.safeParse(JSON.parse(storage.getItem(key) ?? '[]'))
        return parsed.success ? parsed.data : []
      } catch {
        return []
      }
    },
    write(changes) {
      try {
        if (changes.length === 0) storage.removeItem(key)
        else storage.setItem(key, JSON.stringify(changes))
      } catch {
        // Storage is full or switched off: the changes are still on the screen, and saving goes on.
      }
    },
  }
}
