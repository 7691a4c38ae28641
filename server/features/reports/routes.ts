import { fail } from '#contract/errors.ts'
import type { reportsRoutes } from '#contract/reports.ts'
import { audit, within } from '#server/database/scope.ts'
import { type OrdersParts, openReport, orderReply } from '#server/features/orders/reads.ts'
import type { Handlers } from '#server/handlers.ts'
import { presentReports } from './present.ts'
import * as store from './store.ts'

export function reportsHandlers(
  parts: Pick<OrdersParts, 'connection' | 'files'>,
): Handlers<typeof reportsRoutes> {
  const { connection } = parts
  return {
    list: ({ authority, params: { h, id } }) =>
      within(connection, authority, async (scope) => {
        const order = await orderReply(scope, { hospital: h, id })
        const reports = await store.reportsWithNotices(scope, id)
        await audit(scope, 'report.list', { kind: 'order', id, institution: h })
        return { isBeingChecked: order.isResultChecked, reports: presentReports(order, reports) }
      }),

    part: ({ authority, params: { h, id, version, part } }) =>
      within(connection, authority, (scope) =>
        openReport(parts, scope, { hospital: h, id }, { version, part }),
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
          patient: { firstName: row.patient_first_name, lastName: row.patient_last_name },
          testName: row.test_name,
        }))
      }),
  }
}
