import { type IsoDate, readIsoDate } from '../dates/dates.ts'
import type { Pregnancy } from './pregnancy.ts'

const DAY_MS = 86_400_000
/** A pregnancy is dated to 40 weeks. */
const TERM_DAYS = 280
/** Beyond it an ongoing pregnancy has a wrong date. */
export const LONGEST_DAYS = 45 * 7
/** A stated age further from the due date than this is shown beside it. */
const STATED_TOLERANCE_DAYS = 3

/**
 * The gestational age on `day` in days: 280 − (due date − day), negative before the pregnancy began. Null
 * unless both are dates.
 */
export function gestationalDays(dueDate: IsoDate | '', day: IsoDate | ''): number | null {
  const [due, on] = [readIsoDate(dueDate), readIsoDate(day)]
  return due && on ? TERM_DAYS - (due.getTime() - on.getTime()) / DAY_MS : null
}

/** Weeks and days: 87 is `12+3`. */
export function weeksAndDays(days: number): string {
  return `${Math.floor(days / 7)}+${((days % 7) + 7) % 7}`
}

/** The gestational age on `day`: `12+3`, or '' if it can't be told. */
export function gestationalAge(dueDate: IsoDate | '', day: IsoDate | ''): string {
  const days = gestationalDays(dueDate, day)
  return days === null ? '' : weeksAndDays(days)
}

/** The days of an age as it is written: `12+3`, `12w3d`, `12 3/7` or `12`; null if it is none. */
export function readGestationalAge(text: string): number | null {
  const match = /^(\d{1,2})(?:\s*(?:\+|[wW]|\s)\s*([0-6])?(?:\/7|[dD])?)?$/.exec(text.trim())
  return match ? Number(match[1]) * 7 + Number(match[2] ?? 0) : null
}

/** The due date of a pregnancy that was `days` old on `day`; '' unless it is a date. */
export function dueDateOf(days: number, day: IsoDate | ''): IsoDate | '' {
  const on = readIsoDate(day)
  return on ? new Date(on.getTime() + (TERM_DAYS - days) * DAY_MS).toISOString().slice(0, 10) : ''
}

/** The due date as given, or else as the stated age implies; '' if neither is known. */
export function knownDueDate({ dueDate, statedAge, statedOn }: Pregnancy): IsoDate | '' {
  if (readIsoDate(dueDate)) return dueDate
  const stated = readGestationalAge(statedAge)
  return stated === null ? '' : dueDateOf(stated, statedOn)
}

/**
 * The age that the due date gives for the day of the stated age, if the two differ by more than three days;
 * null if they agree or either is missing. The due date is the one that is sent.
 */
export function differingAge({ dueDate, statedAge, statedOn }: Pregnancy): string | null {
  const [computed, stated] = [gestationalDays(dueDate, statedOn), readGestationalAge(statedAge)]
  if (computed === null || stated === null) return null
  return Math.abs(computed - stated) > STATED_TOLERANCE_DAYS ? weeksAndDays(computed) : null
}
