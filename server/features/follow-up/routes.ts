import { fail } from '#contract/errors.ts'
import type { followUpRoutes } from '#contract/follow-up.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { audit, withScope } from '#server/database/scope.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { acknowledgeReport, assignOwner, type FollowUpDeps, listColleagues } from './acknowledging.ts'
import { readRules, setRules } from './institution-rules.ts'
import { followUpCounts, followUpList, followUpsEverywhere, followUpsOfOrder } from './list-store.ts'
import { presentFollowUp, presentWithTrail } from './present.ts'

/** `worker`: sees every institution, for the laboratory's Support. */
export function followUpHandlers(
  deps: FollowUpDeps & { worker: Connection },
): Handlers<typeof followUpRoutes> {
  const { connection, worker, now } = deps
  const today = () => todayAtLaboratory(now())
  return {
    list: ({ authority, params: { h }, query }) =>
      withScope(connection, authority, async (scope) => {
        const { rows, total } = await followUpList(scope, h, query, today())
        const data = rows.map((row) => presentFollowUp(row, scope.actor.id, today()))
        return { data, meta: { total, page: query.page, limit: query.limit } }
      }),
    counts: ({ authority, params: { h } }) =>
      withScope(connection, authority, (scope) => followUpCounts(scope, h, today())),
    ofOrder: ({ authority, params: { h, id } }) =>
      withScope(connection, authority, async (scope) => {
        const { rows, events } = (await followUpsOfOrder(scope, h, id)) ?? fail('not-found')
        await audit(scope, 'follow-up.view', { kind: 'order', id, institution: h })
        return rows.map((row) => presentWithTrail(row, events, scope.actor.id, today()))
      }),
    acknowledge: (request) => acknowledgeReport(deps)(request.authority, request),
    assign: (request) => assignOwner(deps)(request.authority, request),
    colleagues: (request) => listColleagues(deps)(request.authority, request),
    rules: (request) => readRules(deps)(request.authority, request),
    setRules: (request) => setRules(deps)(request.authority, request),
    async everywhere({ query }) {
      const { rows, total } = await followUpsEverywhere(worker.db, query, today())
      const data = rows.map((row) => ({
        ...presentFollowUp(row, 0, today()),
        ...{ institutionName: row.institution_name, ownerEmail: row.owner_email ?? '' },
      }))
      return { data, meta: { total, page: query.page, limit: query.limit } }
    },
  }
}
