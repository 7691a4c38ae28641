import { fail } from '#contract/errors.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { type Authority, withScope } from '#server/database/scope.ts'
import { listSamples, pageOfSamples } from './list-store.ts'
import { presentRow } from './present.ts'
import type { Input, Reply, SampleDeps } from './sample-deps.ts'

export function listOfSamples({ connection, now }: SampleDeps) {
  return (authority: Authority, { params: { h }, query }: Input<'list'>): Promise<Reply<'list'>> =>
    withScope(connection, authority, async (scope) => {
      const { index, pageSize, orderBy, isAscending } = query
      const skip = index * pageSize
      const { total, rows } = await listSamples(scope, h, {
        ...{ skip, top: pageSize, orderBy, isAscending, today: todayAtLaboratory(now()) },
        statuses: query.onlineOrderingStatuses ?? [],
        filters: query.filters ?? [],
        keyword: query.keyword ?? '',
        deep: query.searchPanelOrders ?? false,
      })
      if (skip > 0 && skip >= total) fail('invalid-page')
      return { total, index, pageSize, samples: rows.map(presentRow) }
    })
}

export function topSamples({ connection, now }: SampleDeps) {
  return (authority: Authority, { params: { h, n } }: Input<'top'>): Promise<Reply<'top'>> =>
    withScope(connection, authority, async (scope) => {
      const rows = await pageOfSamples(scope, h, { top: n, today: todayAtLaboratory(now()) })
      return rows.map(presentRow)
    })
}
