export interface IdleTimes {
  /** Without activity, until the user is asked. */
  idleMs: number
  /** From then until the session is logged out. */
  countdownMs: number
}

/** `checkIn`: milliseconds until the answer can be another one. */
export type IdlePhase =
  | { name: 'active'; checkIn: number }
  | { name: 'warned'; secondsLeft: number; checkIn: number }
  | { name: 'over' }

/** Timers stand still while a machine sleeps, so the clock is asked at least this often. */
const LONGEST_CHECK_MS = 15_000

/** What `sinceMs` without activity mean (specification §4, Inactivity). */
export function idlePhase(sinceMs: number, { idleMs, countdownMs }: IdleTimes): IdlePhase {
  const untilWarned = idleMs - sinceMs
  if (untilWarned > 0) return { name: 'active', checkIn: Math.min(untilWarned, LONGEST_CHECK_MS) }
  const left = untilWarned + countdownMs
  if (left <= 0) return { name: 'over' }
  return { name: 'warned', secondsLeft: Math.ceil(left / 1000), checkIn: left % 1000 || 1000 }
}

interface IdleWatchOptions extends IdleTimes {
  /** Where the time of the last activity stands, for all tabs of the user. */
  key: string
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
}

/** Not every movement of the pointer is written down. */
const WRITE_EVERY_MS = 1000

/**
 * The user's inactivity over all their tabs: they share the time of the last activity, and each judges it by the
 * clock. Once the user is asked, only their answer counts as activity.
 */
export function createIdleWatch({ key, storage, now, ...times }: IdleWatchOptions) {
  function note(): number {
    const time = now()
    storage.setItem(key, String(time))
    return time
  }
  function sinceMs(): number {
    const last = Number(storage.getItem(key) ?? Number.NaN)
    // Nothing known yet, or the clock was put back.
    return now() - (last <= now() ? last : note())
  }
  const phase = () => idlePhase(sinceMs(), times)
  return {
    phase,
    /** The user has done something. */
    active(): void {
      if (phase().name === 'active' && sinceMs() >= WRITE_EVERY_MS) note()
    },
    /** The user wants to go on. */
    goOn(): void {
      if (phase().name === 'warned') note()
    },
  }
}

/** The key in local storage; `subject` is the identity provider's id of the user. */
export const activityKey = (subject: string): string => `lastActivity:${subject}`
