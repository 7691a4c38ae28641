import { type IsoDate, todayAtLaboratory } from '../dates/dates.ts'
import type { HoldKind } from './hold-kinds.ts'
import type { LabEvent } from './lab-events.ts'
import { workingDaysBetween } from './lateness.ts'

/**
 * One hold of an order. The same question may be asked again after its release; another question under the
 * same key is a hold of its own, so that an answer to one is not taken for an answer to the other.
 */
export interface Hold {
  /** The laboratory's own name of the hold. */
  key: string
  kind: HoldKind
  /** The question. */
  words: string
  heldAt: Date
  releasedAt: Date | null
}

/** All holds of the order, from its events in chronological order. */
export function holdsIn(labEvents: readonly LabEvent[]): Hold[] {
  const holds: Hold[] = []
  const open = (key: string | null) =>
    holds.filter((hold) => hold.releasedAt === null && (key === null || hold.key === key))
  for (const event of labEvents) {
    if (event.kind === 'held') {
      const { hold: key, holdKind: kind, words } = event
      const begun = open(key).find((hold) => hold.words === words)
      if (begun) begun.kind = kind
      else holds.push({ key, kind, words, heldAt: event.at, releasedAt: null })
    } else if (event.kind === 'released') {
      for (const hold of open(event.hold)) hold.releasedAt = event.at
    }
  }
  return holds
}

/**
 * The one of `holds` that corresponds to a previously known hold: later-arriving events may have moved its
 * start back, or split it.
 */
export function matchingHold(
  holds: readonly Hold[],
  before: Pick<Hold, 'key' | 'words' | 'heldAt'>,
): Hold | undefined {
  return holds.findLast(
    ({ key, words, heldAt }) => key === before.key && words === before.words && heldAt <= before.heldAt,
  )
}

/**
 * The working days from a given day on which an order was on hold, for holds that have ended; days of
 * overlapping holds count once.
 */
export function workingDaysOnHold(
  holds: readonly Pick<Hold, 'heldAt' | 'releasedAt'>[],
  from: IsoDate | null,
): number {
  let days = 0
  let counted = from ?? ''
  for (const { heldAt, releasedAt } of holds) {
    if (releasedAt === null) continue
    const [begin, end] = [todayAtLaboratory(heldAt), todayAtLaboratory(releasedAt)]
    const start = begin > counted ? begin : counted
    if (end <= start) continue
    days += workingDaysBetween(start, end)
    counted = end
  }
  return days
}
