import type { IsoDate } from '#domain/dates/dates.ts'
import type { Obstacle } from '#domain/orders/obstacles.ts'
import type { Scope } from '#server/database/scope.ts'
import { orderObstacles, type StoredOrder, samplesWithParcel } from '#server/features/orders/public.ts'

export function ordersAt({ db }: Scope, hospital: string) {
  return db.selectFrom('orders').where('institution_code', '=', hospital)
}

/** The columns that lists of orders show and obstacles are read from. */
export const LISTED_COLUMNS = [
  ...[
    'id',
    'state',
    'state_before_cancel',
    'submitted_at',
    'reported_at',
    'has_pending_test',
    'expected_on',
    'on_hold_since',
    'missing_info',
  ],
  ...['alert_group', 'test_name', 'patient_first_name', 'patient_last_name'],
  ...['patient_date_of_birth', 'fetuses'],
] as const

function byOrder<T extends { order_id: number }>(rows: readonly T[]): Map<number, T[]> {
  return Map.groupBy(rows, (row) => row.order_id)
}

/** What each order is waiting for, the most urgent first; without whether its message was acknowledged. */
export async function obstaclesByOrder(
  scope: Scope,
  rows: readonly Pick<
    StoredOrder,
    'id' | 'state' | 'submitted_at' | 'reported_at' | 'has_pending_test' | 'expected_on' | 'on_hold_since'
  >[],
  today: IsoDate,
): Promise<Map<number, Obstacle[]>> {
  const ids = [0, ...rows.map(({ id }) => id)]
  const holds = byOrder(
    await scope.db
      .selectFrom('order_hold')
      .selectAll()
      .where('order_id', 'in', ids)
      .where('released_at', 'is', null)
      .orderBy('id')
      .execute(),
  )
  const samples = byOrder(
    await samplesWithParcel(scope).where('order_id', 'in', ids).orderBy('sample.id').execute(),
  )
  return new Map(
    rows.map((row) => {
      const of = { holds: holds.get(row.id) ?? [], samples: samples.get(row.id) ?? [], events: [] }
      return [row.id, orderObstacles(row, of, today)]
    }),
  )
}
