import { CONTROLS, type Typed } from './typed.ts'

/**
 * What the browser keeps of a form that is not sent yet, until this tab is closed: the phone in a waiting room may be
 * somebody else's tomorrow.
 */
export interface Kept {
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
const KEPT_FOR_MS = 24 * 3_600_000

/** What was kept, if that is not a day ago; older it is gone. */
export function readKept(storage: () => Storage, now: number): Kept | null {
  try {
    const kept = JSON.parse(storage().getItem(KEY) ?? 'null')
    if (typeof kept?.typed !== 'object' || typeof kept.openedAt !== 'number') return null
    const keptAt = Number(kept.keptAt)
    if (!(Math.abs(now - keptAt) < KEPT_FOR_MS)) {
      keep(storage, null)
      return null
    }
    const typed = Object.fromEntries(
      CONTROLS.map((name) => [name, String(kept.typed?.[name] ?? '')]),
    ) as Typed
    return { typed, openedAt: kept.openedAt, keptAt, attempt: attemptOf(kept.attempt) }
  } catch {
    return null
  }
}

function attemptOf(attempt: unknown): Kept['attempt'] {
  const { requestKey, content } = (attempt ?? {}) as Record<string, unknown>
  return typeof requestKey === 'string' && typeof content === 'string' ? { requestKey, content } : null
}

/** Nothing is kept where the browser does not let us, or has no room. */
export function keep(storage: () => Storage, kept: Kept | null): void {
  try {
    if (kept) storage().setItem(KEY, JSON.stringify(kept))
    else storage().removeItem(KEY)
  } catch {}
}
