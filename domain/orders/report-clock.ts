import type { IsoDate } from '../dates/dates.ts'
import { type Clock, clockOf } from '../turnaround/clock.ts'
import type { OrderTurnaround } from '../turnaround/turnaround.ts'
import type { Hold } from './hold-history.ts'
import type { LabEvent } from './lab-events.ts'

/** What is known of a specimen of the order besides its arrival. */
export interface OrderedSpecimen {
  key: string
  isProbands: boolean
  isCultured: boolean
}

interface Known {
  /** In the laboratory's order. */
  labEvents: readonly LabEvent[]
  holds: readonly Hold[]
  specimens: ReadonlyMap<string, { arrivedAt: Date | null; rejected: object | null }>
  /** When the order's specimens arrived, for an order without specimens of its own. */
  arrivedWithOrder: Date | null
}

/** The time of an order's tests, from its laboratory events. */
export function reportClock(
  turnaround: OrderTurnaround,
  ordered: readonly OrderedSpecimen[],
  { labEvents, holds, specimens, arrivedWithOrder }: Known,
): Clock {
  const arrivedAt = (key: string) => {
    const known = specimens.get(key)
    return known && !known.rejected ? known.arrivedAt : null
  }
  // A specimen that was recollected counts as the first one's; the laboratory names it with a suffix.
  const usable = (key: string) =>
    arrivedAt(key) ??
    [...specimens.keys()]
      .filter((one) => one.startsWith(`${key}-r`))
      .map(arrivedAt)
      .find(Boolean)
  const added = { key: '', isProbands: true, isCultured: false }
  return clockOf(turnaround, {
    specimens:
      ordered.length === 0
        ? [{ ...added, arrivedAt: arrivedWithOrder }]
        : ordered.map((one) => ({ ...one, arrivedAt: usable(one.key) ?? null })),
    testingAt:
      labEvents.find((event) => event.kind === 'progress' && event.progress === 'in-process')?.at ?? null,
    holds,
  })
}

/** The day that the laboratory has promised last (ORC-27); null if it has not. */
export function promisedOn(labEvents: readonly LabEvent[]): IsoDate | null {
  const last = labEvents.findLast((event) => event.kind === 'promised')
  return last?.kind === 'promised' ? last.on : null
}
