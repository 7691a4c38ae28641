import { type Values, valuesShape } from './values.ts'

const KEY = 'registration'

/**
 * What was typed and not sent yet, in this tab: a reload or an expired session loses nothing. It goes when the
 * registration is sent, and when the user logs out.
 */
export function createDraft(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  return {
    save(values: Values): void {
      try {
        storage.setItem(KEY, JSON.stringify(values))
      } catch {
        // Storage is full or switched off: it is still on the screen.
      }
    },
    /** Null where there is none, or none that this version of the page understands. */
    read(): Values | null {
      try {
        return valuesShape.safeParse(JSON.parse(storage.getItem(KEY) ?? 'null')).data ?? null
      } catch {
        return null
      }
    },
    forget(): void {
      storage.removeItem(KEY)
    },
  }
}
