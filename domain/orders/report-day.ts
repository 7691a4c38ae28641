import { addWorkingDays, type IsoDate, startOfDay, todayAtLaboratory } from '../dates/dates.ts'
import { daysStopped } from '../turnaround/clock.ts'
import { addBusinessDays, addDays } from '../turnaround/laboratory-days.ts'
import type { StoredClock } from '../turnaround/stored-clock.ts'
import { stopsTheTime } from '../turnaround/turnaround.ts'
import { workingDaysOnHold } from './hold-history.ts'
import type { HoldKind } from './hold-kinds.ts'

/** What the report day depends on. Instants are ISO text, as the server gives them. */
interface OnHoldOrder {
  /** From the laboratory's events: current holds are not included yet. */
  expectedOn: IsoDate | null
  holds: readonly { kind?: HoldKind; heldAt: string; releasedAt: string | null }[]
  samples: readonly { accessionedAt: string | null; rejected: object | null }[]
  /** Left out: in working days, by every hold. */
  clock?: { moves: StoredClock['moves'] } | undefined
}

/**
 * The day on which the report can be expected as of today, and the number of working days by which holds have
 * moved it. A current hold moves it by each working day. Null before the turnaround starts.
 */
export function reportDay(
  { expectedOn, holds, samples, clock }: OnHoldOrder,
  today: IsoDate,
): { on: IsoDate; movedDays: number } | null {
  if (expectedOn === null) return null
  if (clock) return movedByOpenHold(expectedOn, holds, clock.moves, today)
  const arrived = samples
    .flatMap(({ accessionedAt, rejected }) => (accessionedAt && !rejected ? [accessionedAt] : []))
    .toSorted()[0]
  const from = arrived ? todayAtLaboratory(new Date(arrived)) : null
  const days = (until: Date | null) =>
    workingDaysOnHold(
      holds
        .map(({ heldAt, releasedAt }) => ({
          heldAt: new Date(heldAt),
          releasedAt: releasedAt ? new Date(releasedAt) : until,
        }))
        .toSorted((a, b) => a.heldAt.getTime() - b.heldAt.getTime()),
      from,
    )
  const movedDays = days(new Date(startOfDay(today)))
  return { on: addWorkingDays(expectedOn, movedDays - days(null)), movedDays }
}

/** The same for tests whose time the laboratory describes: only the open hold, in the test's unit. */
function movedByOpenHold(
  expectedOn: IsoDate,
  holds: OnHoldOrder['holds'],
  { unit, stops, holidays }: StoredClock['moves'],
  today: IsoDate,
): { on: IsoDate; movedDays: number } {
  const open = holds.filter(
    ({ kind, releasedAt }) => releasedAt === null && kind && stopsTheTime(stops, kind),
  )
  const [since] = open.map(({ heldAt }) => heldAt).toSorted()
  const stop = since && { from: new Date(since), to: new Date(startOfDay(today)) }
  const movedDays = stop && stop.from < stop.to ? daysStopped(unit, stop, holidays) : 0
  const on =
    unit === 'business-days'
      ? addBusinessDays(expectedOn, movedDays, holidays)
      : addDays(expectedOn, movedDays)
  return { on, movedDays }
}
