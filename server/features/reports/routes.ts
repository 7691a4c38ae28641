import { fail } from '#contract/errors.ts'
import type { reportsRoutes } from '#contract/reports.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { audit, type Scope, within } from '#server/database/scope.ts'
import {
  heldOrder,
  isOfInstitution,
  noteReportRead,
  type OrdersParts,
  openReport,
  orderReply,
} from '#server/features/orders/reads.ts'
import type { Handlers } from '#server/handlers.ts'
import { givesContent, isReadHere, presentReports } from './present.ts'
import * as store from './store.ts'

export function reportsHandlers(
  parts: Pick<OrdersParts, 'connection' | 'files' | 'demoReport'>,
): Handlers<typeof reportsRoutes> {
  const { connection } = parts
  return {
    list: ({ authority, params: { h, id } }) =>
      within(connection, authority, async (scope) => {
        const order = await orderReply(scope, { hospital: h, id })
        const reports = await givenReports(scope, { hospital: h, id }, order.document)
        await audit(scope, 'report.list', { kind: 'order', id, institution: h })
        return { isBeingChecked: order.isResultChecked, reports: presentReports(order, reports) }
      }),

    part: ({ authority, params: { h, id, version, part }, query: { beingChecked } }) =>
      within(connection, authority, (scope) =>
        openReport(parts, scope, { hospital: h, id }, { version, part, beingChecked }),
      ),

    acknowledge: ({ authority, params: { h, id, version } }) =>
      within(connection, authority, async (scope) => {
        const read = await store.readNotice(scope, { hospital: h, id, version })
        if (!read) fail('not-found', { detail: 'You were told nothing of this version.' })
        if (read.isFirst)
          await audit(scope, 'report.notice-read', { kind: 'order', id, institution: h }, { version })
        return undefined
      }),

    notices: ({ authority }) =>
      within(connection, authority, async (scope) => {
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
 * The versions of an order's reports as they are given to the caller. Text and values are read where they are listed: a
 * member of the institution has opened what has them, and is told when it changes. Of a version with a document besides
 * the document stays unread.
 */
async function givenReports(
  scope: Scope,
  place: { hospital: string; id: number },
  document: Pick<OrderDocument, 'tests'>,
): Promise<store.ReportRow[]> {
  const reports = await store.reportsWithNotices(scope, place.id)
  if (!isOfInstitution(scope, place.hospital) || !reports.some(givesContent)) return reports
  // Held, so that one that is withdrawn meanwhile is not given, and its reader is told.
  await heldOrder(scope, place)
  const given = await store.reportsWithNotices(scope, place.id)
  for (const report of given.filter(givesContent))
    await noteReportRead(scope, document, report, { isWhole: isReadHere(report) })
  return given
}
