import type { Order } from '#contract/order.ts'
import type { ReportChanges } from '#contract/report-changes.ts'
import { canBeOpened } from '#domain/reports/history.ts'
import type { Scope } from '#server/database/scope.ts'
import { changesBetween } from './changes.ts'
import { givenReports } from './given.ts'
import { presentReports } from './present.ts'

/**
 * What changed between two rows of an order's reports, as for a reader who was warned of what the laboratory is
 * checking; null if one of them was withdrawn, or is no longer there.
 */
export async function changesOfRows(
  scope: Scope,
  order: Order,
  [older, newer]: readonly [number, number],
): Promise<ReportChanges | null> {
  const rows = await givenReports(scope, { hospital: order.hospitalCode, id: order.id }, order.document)
  const [first, second] = [older, newer].map((id) => rows.find((row) => row.id === id))
  if (!first || !second || ![first, second].every(canBeOpened) || first.version === second.version)
    return null
  return changesBetween(presentReports(order, rows), [first.version, second.version], true)
}
