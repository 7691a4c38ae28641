import type { OrderDocument } from '#domain/orders/document.ts'
import type { Scope } from '#server/database/scope.ts'
import { isOfInstitution, lockOrder, noteReportRead } from '#server/features/orders/public.ts'
import { givesContent, isReadHere } from './present.ts'
import { type ReportRow, reportsWithNotices } from './store.ts'

/**
 * The versions of an order's reports as returned to the user. Text and values are in the list itself: a user
 * of the institution has then opened them, and is notified when they change. A version that also has a
 * document stays unread.
 */
export async function givenReports(
  scope: Scope,
  orderRef: { hospital: string; id: number },
  document: Pick<OrderDocument, 'tests'>,
): Promise<ReportRow[]> {
  const reports = await reportsWithNotices(scope, orderRef.id)
  if (!isOfInstitution(scope, orderRef.hospital) || !reports.some(givesContent)) return reports
  // Locked, so that a report being withdrawn is not returned, and its reader is notified.
  await lockOrder(scope, orderRef)
  const given = await reportsWithNotices(scope, orderRef.id)
  for (const report of given.filter(givesContent))
    await noteReportRead(scope, document, report, { isComplete: isReadHere(report) })
  return given
}
