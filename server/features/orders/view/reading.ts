import { fail } from '#contract/errors.ts'
import { ORDER_STATE_META, SEARCH_STATUSES } from '#domain/orders/status.ts'
import type { Authority, Scope } from '#server/database/scope.ts'
import { countOrders } from '../list/order-counts.ts'
import { viewOrder } from '../locked-order.ts'
import { type Input, inScope, type OrderDeps, type OrderRef, type Reply } from '../order-deps.ts'
import * as store from '../store.ts'
import { openReport } from './open-report.ts'

async function view({ coverage }: OrderDeps, scope: Scope, orderRef: OrderRef) {
  await coverage.expire(scope, orderRef)
  return viewOrder(scope, orderRef)
}

export function getOrder(deps: OrderDeps) {
  return (authority: Authority, { params }: Input<'get'>) =>
    inScope(deps, authority, (scope) => view(deps, scope, params))
}

/** A sample that the laboratory has not received is found by our own number. */
export function orderBySample(deps: OrderDeps) {
  return (authority: Authority, { params: { hospital, id }, query }: Input<'bySample'>) =>
    inScope(deps, authority, async (scope) => {
      const { tempSampleId = id } = query
      const found =
        (await store.sampleIn(scope, hospital, id))?.order_id ??
        (await store.sampleIn(scope, hospital, tempSampleId))?.order_id ??
        fail('not-found')
      return view(deps, scope, { hospital, id: found })
    })
}

export function orderSummary(deps: OrderDeps) {
  return (authority: Authority, { params }: Input<'summary'>): Promise<Reply<'summary'>> =>
    inScope(deps, authority, async (scope) => {
      const { stages, unread } = await countOrders(scope, params.h)
      const counts = Object.fromEntries(SEARCH_STATUSES.map((status) => [status, 0])) as Record<
        (typeof SEARCH_STATUSES)[number],
        number
      >
      for (const { stage, count } of stages) {
        const status = ORDER_STATE_META[stage].search
        if (status) counts[status] += count
      }
      return { counts, unreadReports: unread }
    })
}

/** `specimen`: the key of the sample whose report is asked for. */
export function reportOfOrder(deps: OrderDeps, specimen?: string) {
  return (authority: Authority, { params, query }: Input<'report'>) =>
    inScope(deps, authority, async (scope) => {
      const { version, beingChecked } = query
      const request = { ...(version === undefined ? {} : { version }), specimen, beingChecked }
      const { content } = await openReport(deps, scope, { hospital: params.h, id: params.id }, request)
      return content
    })
}
