import { type Values, valuesShape } from './order-values.ts'

const keyOf = (hospital: string) => `kit-order:${hospital}`

/**
 * What was typed for an institution and not ordered yet, in this tab: a reload or an expired session loses nothing. It
 * goes when the kits are ordered, when the user begins anew, and when they log out.
 */
export function createDraft(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  return {
    save(hospital: string, values: Values): void {
      try {
        storage.setItem(keyOf(hospital), JSON.stringify(values))
      } catch {
        // Storage is full or switched off: it is still on the screen.
      }
    },
    /** Null where there is none, or none that this version of the page understands. */
    read(hospital: string): Values | null {
      try {
        return valuesShape.safeParse(JSON.parse(storage.getItem(keyOf(hospital)) ?? 'null')).data ?? null
      } catch {
        return null
      }
    },
    forget(hospital: string): void {
      storage.removeItem(keyOf(hospital))
    },
  }
}
