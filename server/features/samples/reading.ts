import { fail } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import type { FullSample, SampleRecord } from '#contract/sample.ts'
import { sampleHistory } from '#domain/samples/sample-history.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import { loadOrderReply } from '#server/features/orders/public.ts'
import { presentSample } from './present.ts'
import type { Input, SampleDeps } from './sample-deps.ts'
import * as store from './store.ts'

const viewed = (scope: Scope, { id, institution_code }: store.StoredSample) =>
  audit(scope, 'sample.view', { kind: 'sample', id, institution: institution_code })

/** A sample that was read and not changed, also by a request to change it that was repeated. */
export async function viewSample(scope: Scope, sample: store.StoredSample): Promise<SampleRecord> {
  await viewed(scope, sample)
  return presentSample(sample)
}

async function view(scope: Scope, id: number, hospital?: string): Promise<SampleRecord> {
  return viewSample(scope, (await store.findSample(scope, id, hospital)) ?? fail('not-found'))
}

export function getSample({ connection }: SampleDeps) {
  return (authority: Authority, { params: { h, id } }: Input<'get'>): Promise<SampleRecord> =>
    withScope(connection, authority, (scope) => view(scope, id, h))
}

export function getTempSample({ connection }: SampleDeps) {
  return (authority: Authority, { params: { id } }: Input<'temp'>): Promise<SampleRecord> =>
    withScope(connection, authority, (scope) => view(scope, id))
}

/** When an event of this kind first happened; null if it has not. */
const firstOf = (order: Order, kind: Order['events'][number]['kind']) =>
  order.events.find((event) => event.kind === kind)?.at ?? null

export function getSampleDetails({ connection }: SampleDeps) {
  return (authority: Authority, { params: { h, id } }: Input<'whole'>): Promise<FullSample> =>
    withScope(connection, authority, async (scope) => {
      const row = (await store.findSample(scope, id, h)) ?? fail('not-found')
      const order = await loadOrderReply(scope, { hospital: h, id: row.order_id })
      const family = await store.ordersOfFamily(scope, row.order_id)
      const siblings = await store.samplesOfOrders(scope, [row.order_id, ...family])
      const sample = presentSample(row)
      await viewed(scope, row)
      return {
        ...{ sample, order },
        timeline: sampleHistory(sample, {
          ...{ state: order.state, expectedOn: order.expectedOn, isLate: order.isLate },
          testingAt: firstOf(order, 'in-process') ?? firstOf(order, 'reported'),
          // Null again if the report was withdrawn.
          reportedAt: order.state === 'reported' ? firstOf(order, 'reported') : null,
          cancelledAt: firstOf(order, 'cancelled'),
          hasPendingTest: order.pendingTests !== undefined,
        }),
        siblings: siblings.filter((one) => one.id !== id).map(presentSample),
      }
    })
}
