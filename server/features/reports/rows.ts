import type { Order } from '#contract/order.ts'
import type { ReportChanges } from '#contract/report-changes.ts'
import { canBeOpened } from '#domain/reports/history.ts'
import type { Scope } from '#server/database/scope.ts'
import { changesBetween } from './changes.ts'
import { givenReports } from './given.ts'
import { presentReports } from './present.ts'

export interface ChangesOfRows {
  /** Null if one of the two was withdrawn or is no longer there, or if the laboratory is checking it and the reader was not warned. */
  changes: ReportChanges | null
  /** The laboratory is checking one of the two, and none was withdrawn. */
  isQuestioned: boolean
}

/** What changed between two rows of an order's reports. */
export async function changesOfRows(
  scope: Scope,
  order: Order,
  [older, newer]: readonly [number, number],
  { isWarned }: { isWarned: boolean },
): Promise<ChangesOfRows> {
  const rows = await givenReports(scope, { hospital: order.hospitalCode, id: order.id }, order.document)
  const [first, second] = [older, newer].map((id) => rows.find((row) => row.id === id))
  if (!first || !second || ![first, second].every(canBeOpened) || first.version === second.version)
    return { changes: null, isQuestioned: false }
  const isQuestioned = first.is_questioned || second.is_questioned
  if (isQuestioned && !isWarned) return { changes: null, isQuestioned }
  const changes = changesBetween(presentReports(order, rows), [first.version, second.version], true)
  return { changes, isQuestioned }
}
