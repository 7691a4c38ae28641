import { addWorkingDays, type IsoDate, startOfDay, todayAtLaboratory } from '../dates/dates.ts'
import { workingDaysOnHold } from './hold-history.ts'

/** What the report day depends on. Instants are ISO text, as the server gives them. */
interface OnHoldOrder {
  /** From the laboratory's events: current holds are not included yet. */
  expectedOn: IsoDate | null
  holds: readonly { heldAt: string; releasedAt: string | null }[]
  samples: readonly { accessionedAt: string | null; rejected: object | null }[]
}

/**
 * The day on which the report can be expected as of today, and the number of working days by which holds have
 * moved it. A current hold moves it by each working day. Null before the turnaround starts.
 */
export function reportDay(
  { expectedOn, holds, samples }: OnHoldOrder,
  today: IsoDate,
): { on: IsoDate; movedDays: number } | null {
  if (expectedOn === null) return null
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
