import { sql } from 'kysely'
import { type followingRoutes, MOST_OF_A_KIND, type Notification } from '#contract/following.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { ALERT_KINDS, type AlertKind } from '#domain/lookups.ts'
import type { AlertGroup } from '#domain/orders/hold-kinds.ts'
import type { ObstacleKind } from '#domain/orders/obstacle-kinds.ts'
import type { Obstacle } from '#domain/orders/obstacles.ts'
import { type Authority, type Scope, withScope } from '#server/database/scope.ts'
import { isLateOn, type OrderDeps, stageOfRow } from '#server/features/orders/public.ts'
import { LISTED_COLUMNS, obstaclesByOrder, ordersAt } from './store.ts'

type Deps = Pick<OrderDeps, 'connection' | 'now'>
type Counts = ReplyOf<(typeof followingRoutes)['headerAlert']>

/** The kind under which an order is counted, by its group and by what it is waiting for. */
const KINDS = {
  wgs: { late: 'wgsLate', missingInfo: 'wgsMissingInfo' },
  other: { late: 'otherLate', missingInfo: 'otherMissingInfo' },
} as const satisfies Record<AlertGroup, Record<'late' | 'missingInfo', AlertKind>>

/** The obstacles that a line of each kind shows: the most urgent of these. */
const OBSTACLES_OF_ALERT = {
  late: ['report-late'],
  missingInfo: ['hold', 'sample-rejected'],
} as const satisfies Record<'late' | 'missingInfo', readonly ObstacleKind[]>

export function countAlerts({ connection, now }: Deps) {
  return (
    authority: Authority,
    { params }: RequestOf<(typeof followingRoutes)['headerAlert']>,
  ): Promise<Counts> =>
    withScope(connection, authority, async (scope) => {
      const counts = Object.fromEntries(ALERT_KINDS.map((kind) => [kind, 0])) as Counts
      const of = (what: 'late' | 'missingInfo') =>
        ordersAt(scope, params.hospital)
          .select(['alert_group', sql.lit(what).as('what')])
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where(what === 'late' ? isLateOn(todayAtLaboratory(now())) : sql<boolean>`missing_info`)
          .groupBy('alert_group')
      const rows = await of('late').unionAll(of('missingInfo')).execute()
      for (const { alert_group, what, count } of rows) counts[KINDS[alert_group][what]] = count
      return counts
    })
}

/** The orders that one kind of alert counts, of each group the longest waiting. */
async function alertedOrders(scope: Scope, hospital: string, today: IsoDate, what: 'late' | 'missingInfo') {
  const isIt = what === 'late' ? isLateOn(today) : sql<boolean>`missing_info`
  const since = what === 'late' ? sql`expected_on` : sql`coalesce(on_hold_since, submitted_at)`
  const ranked = ordersAt(scope, hospital)
    .select(LISTED_COLUMNS)
    .select(sql<number>`row_number() over (partition by alert_group order by ${since}, id)`.as('place'))
    .where(isIt)
  return scope.db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('place', '<=', MOST_OF_A_KIND)
    .orderBy('place')
    .execute()
}

export function listNotifications({ connection, now }: Deps) {
  return (
    authority: Authority,
    { params }: RequestOf<(typeof followingRoutes)['notifications']>,
  ): Promise<Notification[]> =>
    withScope(connection, authority, async (scope) => {
      const today = todayAtLaboratory(now())
      const lines: Notification[] = []
      for (const what of ['missingInfo', 'late'] as const) {
        const rows = await alertedOrders(scope, params.h, today, what)
        const obstacles = await obstaclesByOrder(scope, rows, today)
        for (const row of rows) {
          const obstacle = obstacles.get(row.id)?.find(({ kind }) => isOfAlert(what, kind))
          if (obstacle) lines.push(line(KINDS[row.alert_group][what], row, obstacle))
        }
      }
      return lines
    })
}

const isOfAlert = (what: keyof typeof OBSTACLES_OF_ALERT, kind: ObstacleKind) =>
  (OBSTACLES_OF_ALERT[what] as readonly ObstacleKind[]).includes(kind)

type Row = Awaited<ReturnType<typeof alertedOrders>>[number]

function line(kind: AlertKind, row: Row, { words, since, by, holdId }: Obstacle): Notification {
  return {
    ...{ kind, orderId: row.id, state: stageOfRow(row), testName: row.test_name },
    patient: {
      firstName: row.patient_first_name,
      lastName: row.patient_last_name,
      dateOfBirth: row.patient_date_of_birth,
      fetuses: row.fetuses,
    },
    ...{ words, since, by, holdId },
  }
}
