import { z } from 'zod'
import { orderDocument } from '#contract/order-document.ts'
import type { createTabLocks } from './tab-locks.ts'

const unsavedRecord = z.object({
  /** Finds the draft again when its creation was answered but the answer never came. */
  draftKey: z.uuid(),
  /** What the edits were made to; null while the server has no draft. */
  saved: z.object({ id: z.number().int(), version: z.number().int(), document: orderDocument }).nullable(),
  document: orderDocument,
  /** What was sent without an answer. */
  doubtful: z.array(orderDocument),
})
export type UnsavedRecord = z.infer<typeof unsavedRecord>

/** `vob`: of what is not saved yet, a benefits verification and not an order. */
type UnsavedKey = { userId: number; hospitalCode: string; orderId: number | null; vob: boolean }

const keyOf = ({ userId, hospitalCode, orderId, vob }: UnsavedKey) =>
  `unsaved-order:${userId}:${hospitalCode}:${orderId ?? (vob ? 'new-vob' : 'new')}`

/**
 * Edits that the server does not have yet, in this tab's session storage: a reload, a crash or an expired session
 * loses nothing. What is saved is not kept here.
 */
export function createUnsavedEdits(storage: Storage, tab?: ReturnType<typeof createTabLocks>) {
  const lockOf = ({ draftKey }: UnsavedRecord) => `unsaved-order:${draftKey}`
  const edits = {
    save(key: UnsavedKey, record: UnsavedRecord) {
      if (key.orderId === null) tab?.own(lockOf(record))
      try {
        storage.setItem(keyOf(key), JSON.stringify(record))
      } catch {
        // Storage is full or switched off: the edits are still on the screen, and saving goes on.
      }
    },
    read(key: UnsavedKey): UnsavedRecord | null {
      try {
        const parsed = unsavedRecord.safeParse(JSON.parse(storage.getItem(keyOf(key)) ?? 'null'))
        return parsed.success ? parsed.data : null
      } catch {
        return null
      }
    },
    forget(key: UnsavedKey) {
      storage.removeItem(keyOf(key))
    },
    /** Forgets an order that another tab is writing: this one is its duplicate, and would write into the same draft. */
    async leaveToOtherTab(key: UnsavedKey) {
      const record = edits.read(key)
      if (record && tab && !(await tab.isOwn(lockOf(record)))) edits.forget(key)
    },
  }
  return edits
}
