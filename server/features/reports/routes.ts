import { fail } from '#contract/errors.ts'
import type { reportsRoutes } from '#contract/reports.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { audit, type Scope, withScope } from '#server/database/scope.ts'
import {
  isOfInstitution,
  loadOrderReply,
  lockOrder,
  noteReportRead,
  type OrderDeps,
  openReport,
} from '#server/features/orders/public.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { givesContent, isReadHere, presentReports } from './present.ts'
import * as store from './store.ts'

export function reportsHandlers(
  deps: Pick<OrderDeps, 'connection' | 'files' | 'demoReport'>,
): Handlers<typeof reportsRoutes> {
  const { connection } = deps
  return {
    list: ({ authority, params: { h, id } }) =>
      withScope(connection, authority, async (scope) => {
        const order = await loadOrderReply(scope, { hospital: h, id })
        const reports = await givenReports(scope, { hospital: h, id }, order.document)
        await audit(scope, 'report.list', { kind: 'order', id, institution: h })
        return { isBeingChecked: order.isResultChecked, reports: presentReports(order, reports) }
      }),

    part: ({ authority, params: { h, id, version, part }, query: { beingChecked } }) =>
      withScope(connection, authority, (scope) =>
        openReport(deps, scope, { hospital: h, id }, { version, part, beingChecked }),
      ),

    acknowledge: ({ authority, params: { h, id, version } }) =>
      withScope(connection, authority, async (scope) => {
        const read = await store.readNotice(scope, { hospital: h, id, version })
        if (!read) fail('not-found', { detail: 'You have no notice about this version.' })
        if (read.isFirst)
          await audit(scope, 'report.notice-read', { kind: 'order', id, institution: h }, { version })
        return undefined
      }),

    notices: ({ authority }) =>
      withScope(connection, authority, async (scope) => {
        const rows = await store.unreadNotices(scope)
        return rows.map((row) => ({
          ...{ hospitalCode: row.institution_code, orderId: row.order_id, version: row.version },
          ...{ kind: row.kind, at: row.told_at.toISOString(), words: row.words },
          patient: {
            firstName: row.patient_first_name,
            lastName: row.patient_last_name,
            dateOfBirth: row.patient_date_of_birth,
          },
          testName: row.test_name,
        }))
      }),
  }
}

/**
 * The versions of an order's reports as returned to the user. Text and values are in the list itself: a user
 * of the institution has then opened them, and is notified when they change. A version that also has a
 * document stays unread.
 */
async function givenReports(
  scope: Scope,
  orderRef: { hospital: string; id: number },
  document: Pick<OrderDocument, 'tests'>,
): Promise<store.ReportRow[]> {
  const reports = await store.reportsWithNotices(scope, orderRef.id)
  if (!isOfInstitution(scope, orderRef.hospital) || !reports.some(givesContent)) return reports
  // Locked, so that a report being withdrawn is not returned, and its reader is notified.
  await lockOrder(scope, orderRef)
  const given = await store.reportsWithNotices(scope, orderRef.id)
  for (const report of given.filter(givesContent))
    await noteReportRead(scope, document, report, { isComplete: isReadHere(report) })
  return given
}
