import { type IsoDate, todayAtLaboratory } from '../dates/dates.ts'
import type { HoldKind } from './hold-kinds.ts'
import type { LabEvent } from './lab-events.ts'
import { workingDaysBetween } from './lateness.ts'

/**
 * One question for which the laboratory held an order. The same may come again after its release; another one under the
 * same name stands beside it, so that none is taken for answered because the other was.
 */
export interface Hold {
  /** The laboratory's own name of the hold. */
  key: string
  kind: HoldKind
  /** What it asks. */
  words: string
  heldAt: Date
  releasedAt: Date | null
}

/** Every time that the order was held, by the facts in the order of their time. */
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
 * The one of `holds` that a hold known before has become: by what came meanwhile it may have been begun earlier, and what
 * it lasted be parted.
 */
export function matchingHold(
  holds: readonly Hold[],
  before: Pick<Hold, 'key' | 'words' | 'heldAt'>,
): Hold | undefined {
  return holds.findLast(
    ({ key, words, heldAt }) => key === before.key && words === before.words && heldAt <= before.heldAt,
  )
}

/** The working days on which an order was held and is no more, from a day on; those of holds at once count once. */
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
