import { sql } from 'kysely'
import type { followingRoutes, OrderWithObstacles } from '#contract/following.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { mostUrgentFirst, type Obstacle } from '#domain/orders/obstacles.ts'
import { ORDER_STATE_META, SEARCH_STATUSES } from '#domain/orders/status.ts'
import { type Authority, type Scope, withScope } from '#server/database/scope.ts'
import {
  hasLateParcel,
  hasUnsent,
  isLateOn,
  MAY_AWAIT_PARCELS,
  type OrderDeps,
  STAGE,
  stageOfRow,
} from '#server/features/orders/public.ts'
import { LISTED_COLUMNS, obstaclesByOrder, ordersAt } from './store.ts'

type Deps = Pick<OrderDeps, 'connection' | 'now'>

/** Orders that may need action outside the laboratory: those with a question, or with a missing sample. */
function candidates(scope: Scope, hospital: string) {
  return ordersAt(scope, hospital)
    .select(LISTED_COLUMNS)
    .where((eb) =>
      eb.or([
        eb('missing_info', '=', true),
        eb.and([
          sql<boolean>`${sql.raw(MAY_AWAIT_PARCELS)}`,
          eb.exists(
            eb
              .selectFrom('sample')
              .select(sql`1`.as('one'))
              .whereRef('sample.order_id', '=', 'orders.id')
              .where('accessioned_at', 'is', null)
              .where('rejected_at', 'is', null),
          ),
        ]),
      ]),
    )
    .execute()
}

/** The longest waiting orders of an institution. Work that only the laboratory can do is not listed. */
export function listBlocked({ connection, now }: Deps) {
  return (
    authority: Authority,
    { params, query }: RequestOf<(typeof followingRoutes)['blocked']>,
  ): Promise<ReplyOf<(typeof followingRoutes)['blocked']>> =>
    withScope(connection, authority, async (scope) => {
      const rows = await candidates(scope, params.hospital)
      const obstacles = await obstaclesByOrder(scope, rows, todayAtLaboratory(now()))
      const orders: (OrderWithObstacles & { first: Obstacle })[] = rows
        .flatMap((row) => {
          const clinicObstacles = (obstacles.get(row.id) ?? []).filter(({ who }) => who !== 'laboratory')
          const [first] = clinicObstacles.toSorted(mostUrgentFirst)
          if (!first) return []
          const patient = {
            firstName: row.patient_first_name,
            lastName: row.patient_last_name,
            dateOfBirth: row.patient_date_of_birth,
            fetuses: row.fetuses,
          }
          const { id: orderId, test_name: testName } = row
          return [
            {
              orderId,
              state: stageOfRow(row),
              patient,
              testName,
              blocks: clinicObstacles.toSorted(mostUrgentFirst),
              first,
            },
          ]
        })
        .toSorted((a, b) => mostUrgentFirst(a.first, b.first) || a.orderId - b.orderId)
      return {
        total: orders.length,
        overdue: orders.filter((one) => one.blocks.some(({ isOverdue }) => isOverdue)).length,
        orders: orders.slice(0, query.top).map(({ first: _, ...order }) => order),
      }
    })
}

export function countPipeline({ connection, now }: Deps) {
  return (
    authority: Authority,
    { params }: RequestOf<(typeof followingRoutes)['pipeline']>,
  ): Promise<ReplyOf<(typeof followingRoutes)['pipeline']>> =>
    withScope(connection, authority, async (scope) => {
      const rows = await ordersAt(scope, params.hospital)
        .select(STAGE.as('stage'))
        .select((eb) => [
          eb.fn.countAll<number>().as('count'),
          eb.fn
            .countAll<number>()
            .filterWhere(isLateOn(todayAtLaboratory(now())))
            .as('late'),
          eb.fn.countAll<number>().filterWhere('on_hold_since', 'is not', null).as('held'),
          eb.fn.countAll<number>().filterWhere('missing_info', '=', true).as('missingInfo'),
        ])
        // As in the list: neither a draft without content nor a verification that became an order is to be finished.
        .where('is_blank', '=', false)
        .where(sql<boolean>`vob_status is distinct from 'ordered'`)
        .groupBy('stage')
        .execute()
      const parcelCounts = await ordersAt(scope, params.hospital)
        .select(STAGE.as('stage'))
        .select((eb) => [
          eb.fn
            .countAll<number>()
            .filterWhere(hasUnsent(todayAtLaboratory(now())))
            .as('trackingMissing'),
          eb.fn
            .countAll<number>()
            .filterWhere(hasLateParcel(todayAtLaboratory(now())))
            .as('parcelLate'),
          eb.fn.countAll<number>().filterWhere('state', '=', 'pending-cancellation').as('cancelling'),
        ])
        .where(sql<boolean>`${sql.raw(MAY_AWAIT_PARCELS)}`)
        .groupBy('stage')
        .execute()
      const none = () => ({
        ...{ count: 0, late: 0, held: 0, missingInfo: 0 },
        ...{ trackingMissing: 0, parcelLate: 0, cancelling: 0 },
      })
      const pipeline = Object.fromEntries(SEARCH_STATUSES.map((status) => [status, none()])) as ReplyOf<
        (typeof followingRoutes)['pipeline']
      >
      for (const { stage, ...counts } of rows) {
        const step = ORDER_STATE_META[stage].search
        if (step)
          for (const what of ['count', 'late', 'held', 'missingInfo'] as const)
            pipeline[step][what] += counts[what]
      }
      for (const { stage, trackingMissing, parcelLate, cancelling } of parcelCounts) {
        const step = ORDER_STATE_META[stage].search
        if (!step) continue
        pipeline[step].trackingMissing += trackingMissing
        pipeline[step].parcelLate += parcelLate
        pipeline[step].cancelling += cancelling
      }
      return pipeline
    })
}
