import { CONTROLS, type Typed } from './typed.ts'

/**
 * What the browser keeps of a form that is not sent yet, until this tab is closed: the phone in a waiting room may be
 * somebody else's tomorrow.
 */
export interface SavedForm {
  typed: Typed
  /** When the form was first opened, in milliseconds since 1970. */
  openedAt: number
  /** When something was typed last. */
  keptAt: number
  /** The last attempt: sent again unchanged, it is the same request. */
  attempt: { requestKey: string; content: string } | null
}

const KEY = 'appointment'
/** A browser brings tabs back that were closed days ago. */
const MAX_AGE_MS = 24 * 3_600_000

/** What was kept, if that is not a day ago; older it is gone. */
export function readSavedForm(storage: () => Storage, now: number): SavedForm | null {
  try {
    const saved = JSON.parse(storage().getItem(KEY) ?? 'null')
    if (typeof saved?.typed !== 'object' || typeof saved.openedAt !== 'number') return null
    const keptAt = Number(saved.keptAt)
    if (!(Math.abs(now - keptAt) < MAX_AGE_MS)) {
      saveForm(storage, null)
      return null
    }
    const typed = Object.fromEntries(
      CONTROLS.map((name) => [name, String(saved.typed?.[name] ?? '')]),
    ) as Typed
    return { typed, openedAt: saved.openedAt, keptAt, attempt: attemptOf(saved.attempt) }
  } catch {
    return null
  }
}

function attemptOf(attempt: unknown): SavedForm['attempt'] {
  const { requestKey, content } = (attempt ?? {}) as Record<string, unknown>
  return typeof requestKey === 'string' && typeof content === 'string' ? { requestKey, content } : null
}

/** Nothing is kept where the browser does not let us, or has no room. */
export function saveForm(storage: () => Storage, saved: SavedForm | null): void {
  try {
    if (saved) storage().setItem(KEY, JSON.stringify(saved))
    else storage().removeItem(KEY)
  } catch {}
}
