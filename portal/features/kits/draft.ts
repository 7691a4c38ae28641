import { type Values, valuesShape } from './order-values.ts'

/** A form: for new kits, or for the same again as kit order `from`. */
export interface DraftOf {
  hospital: string
  from: number | null
}

const keyOf = ({ hospital, from }: DraftOf) =>
  from === null ? `kit-order:${hospital}` : `kit-order:${hospital}:${from}`

/**
 * What was typed in a form and not ordered yet, in this tab: a reload or an expired session loses nothing. It goes when
 * the kits are ordered, when the user starts over, and when they log out.
 */
export function createDraft(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  return {
    save(of: DraftOf, values: Values): void {
      try {
        storage.setItem(keyOf(of), JSON.stringify(values))
      } catch {
        // Storage is full or switched off: it is still on the screen.
      }
    },
    /** Null where there is none, or none that this version of the page understands. */
    read(of: DraftOf): Values | null {
      try {
        return valuesShape.safeParse(JSON.parse(storage.getItem(keyOf(of)) ?? 'null')).data ?? null
      } catch {
        return null
      }
    },
    forget(of: DraftOf): void {
      storage.removeItem(keyOf(of))
    },
  }
}
