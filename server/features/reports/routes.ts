import { fail } from '#contract/errors.ts'
import type { reportChangesRoutes } from '#contract/report-changes.ts'
import type { reportsRoutes } from '#contract/reports.ts'
import { type Authority, audit, withScope } from '#server/database/scope.ts'
import { loadOrderReply, type OrderDeps, openReport } from '#server/features/orders/public.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { changesBetween, classesOverTime } from './changes.ts'
import { givenReports } from './given.ts'
import { presentReports } from './present.ts'
import { resultFile } from './result-file.ts'
import * as store from './store.ts'

export function reportsHandlers(
  deps: Pick<OrderDeps, 'connection' | 'files' | 'demoReport' | 'laboratoryName'>,
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

    part: ({ authority, params: { h, id, version, part }, query: { beingChecked, seen } }) =>
      withScope(connection, authority, (scope) =>
        openReport(deps, scope, { hospital: h, id }, { version, part, beingChecked, seen }),
      ),

    data: ({ authority, params: { h, id, format }, query: { version, seen } }) =>
      withScope(connection, authority, (scope) =>
        resultFile(scope, { hospital: h, id }, { format, version, seen, createdBy: deps.laboratoryName }),
      ),

    acknowledge: ({ authority, params: { h, id, version }, query: { seen } }) =>
      withScope(connection, authority, async (scope) => {
        const read = await store.readNotice(scope, { hospital: h, id, version, seen })
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
            fetuses: row.fetuses,
          },
          testName: row.test_name,
        }))
      }),
  }
}

/** What changed from version to version. It gives the content of the versions, as the list does. */
export function reportChangesHandlers({
  connection,
}: Pick<OrderDeps, 'connection'>): Handlers<typeof reportChangesRoutes> {
  const given = (authority: Authority, { h, id }: { h: string; id: number }) =>
    withScope(connection, authority, async (scope) => {
      const order = await loadOrderReply(scope, { hospital: h, id })
      const reports = await givenReports(scope, { hospital: h, id }, order.document)
      await audit(scope, 'report.list', { kind: 'order', id, institution: h })
      return presentReports(order, reports)
    })
  return {
    compare: async ({ authority, params, query: { beingChecked } }) =>
      changesBetween(await given(authority, params), [params.since, params.version], beingChecked === 'open'),

    classes: async ({ authority, params }) => classesOverTime(await given(authority, params)),
  }
}
