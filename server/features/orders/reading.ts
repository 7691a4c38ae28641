import { fail } from '#contract/errors.ts'
import { ORDER_STATE_FACTS, SEARCH_STATUSES } from '#domain/orders/status.ts'
import { type Authority, audit, type Scope } from '#server/database/scope.ts'
import { whole } from './hold.ts'
import { openReport } from './open-report.ts'
import { type Input, inScope, type OrdersParts, type Place, type Reply } from './orders-parts.ts'
import * as store from './store.ts'
import { countOrders } from './tally.ts'

async function view({ coverage }: OrdersParts, scope: Scope, place: Place) {
  await coverage.expire(scope, place)
  const order = await whole(scope, place)
  await audit(scope, 'order.view', { kind: 'order', id: place.id, institution: place.hospital })
  return order
}

export function getOrder(parts: OrdersParts) {
  return (authority: Authority, { params }: Input<'get'>) =>
    inScope(parts, authority, (scope) => view(parts, scope, params))
}

/** A sample that the laboratory has not seen goes by the same number of ours. */
export function orderBySample(parts: OrdersParts) {
  return (authority: Authority, { params: { hospital, id }, query }: Input<'bySample'>) =>
    inScope(parts, authority, async (scope) => {
      const { tempSampleId = id } = query
      const found =
        (await store.orderOfSample(scope, hospital, id)) ??
        (await store.orderOfSample(scope, hospital, tempSampleId)) ??
        fail('not-found')
      return view(parts, scope, { hospital, id: found })
    })
}

export function orderSummary(parts: OrdersParts) {
  return (authority: Authority, { params }: Input<'summary'>): Promise<Reply<'summary'>> =>
    inScope(parts, authority, async (scope) => {
      const { stages, unread } = await countOrders(scope, params.h)
      const counts = Object.fromEntries(SEARCH_STATUSES.map((status) => [status, 0])) as Record<
        (typeof SEARCH_STATUSES)[number],
        number
      >
      for (const { stage, count } of stages) {
        const status = ORDER_STATE_FACTS[stage].search
        if (status) counts[status] += count
      }
      return { counts, unreadReports: unread }
    })
}

export function reportOfOrder(parts: OrdersParts) {
  return (authority: Authority, { params, query }: Input<'report'>) =>
    inScope(parts, authority, async (scope) => {
      const { version, beingChecked } = query
      const asked = { ...(version === undefined ? {} : { version }), beingChecked }
      const { content } = await openReport(parts, scope, { hospital: params.h, id: params.id }, asked)
      return content
    })
}
