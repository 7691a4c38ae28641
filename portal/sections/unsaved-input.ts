import type { z } from 'zod'

/**
 * What was typed in a section and is not saved yet, in this tab's session storage: a reload, a crash or an expired
 * session loses nothing. It goes when the user logs out.
 */
export function createUnsavedInput(storage: Storage) {
  const prefix = (userId: number) => `unsaved:${userId}:`
  return {
    save(userId: number, section: string, value: unknown) {
      try {
        storage.setItem(prefix(userId) + section, JSON.stringify(value))
      } catch {
        // Storage is full or switched off: it is still on the screen.
      }
    },
    /** Null where there is none, or none that this version of the page understands. */
    read<T>(userId: number, section: string, shape: z.ZodType<T>): T | null {
      try {
        const parsed = shape.safeParse(JSON.parse(storage.getItem(prefix(userId) + section) ?? 'null'))
        return parsed.success ? parsed.data : null
      } catch {
        return null
      }
    },
    has: (userId: number, section: string) => storage.getItem(prefix(userId) + section) !== null,
    forget(userId: number, section: string) {
      storage.removeItem(prefix(userId) + section)
    },
  }
}
