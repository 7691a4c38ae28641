import { sql } from 'kysely'
import { type followingRoutes, MOST_OF_A_KIND, type Notification } from '#contract/following.ts'
import type { ReplyOf, RequestOf } from '#contract/route.ts'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { ALERT_KINDS, type AlertKind } from '#domain/lookups.ts'
import type { BlockKind } from '#domain/orders/block-kinds.ts'
import type { Block } from '#domain/orders/blocks.ts'
import type { AlertGroup } from '#domain/orders/holds.ts'
import { type Authority, type Scope, within } from '#server/database/scope.ts'
import { type OrdersParts, stageOfRow } from '#server/features/orders/reads.ts'
import { blocksOfAll, facts, late, ordersAt } from './store.ts'

type Parts = Pick<OrdersParts, 'connection' | 'now'>
type Counts = ReplyOf<(typeof followingRoutes)['headerAlert']>

/** Which kind an order is counted under, by its group and by what it waits for. */
const KINDS = {
  wgs: { late: 'wgsLate', missingInfo: 'wgsMissingInfo' },
  other: { late: 'otherLate', missingInfo: 'otherMissingInfo' },
} as const satisfies Record<AlertGroup, Record<'late' | 'missingInfo', AlertKind>>

/** What a line of each sort tells of: the most urgent of these. */
const TOLD = {
  late: ['report-late'],
  missingInfo: ['hold', 'sample-rejected'],
} as const satisfies Record<'late' | 'missingInfo', readonly BlockKind[]>

export function countAlerts({ connection, now }: Parts) {
  return (
    authority: Authority,
    { params }: RequestOf<(typeof followingRoutes)['headerAlert']>,
  ): Promise<Counts> =>
    within(connection, authority, async (scope) => {
      const counts = Object.fromEntries(ALERT_KINDS.map((kind) => [kind, 0])) as Counts
      const of = (what: 'late' | 'missingInfo') =>
        ordersAt(scope, params.hospital)
          .select(['alert_group', sql.lit(what).as('what')])
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where(what === 'late' ? late(todayAtLaboratory(now())) : sql<boolean>`missing_info`)
          .groupBy('alert_group')
      const rows = await of('late').unionAll(of('missingInfo')).execute()
      for (const { alert_group, what, count } of rows) counts[KINDS[alert_group][what]] = count
      return counts
    })
}

/** The orders that one sort of alert counts, of each group those that wait longest. */
async function alerted(scope: Scope, hospital: string, today: IsoDate, what: 'late' | 'missingInfo') {
  const isIt = what === 'late' ? late(today) : sql<boolean>`missing_info`
  const since = what === 'late' ? sql`expected_on` : sql`coalesce(on_hold_since, submitted_at)`
  const ranked = ordersAt(scope, hospital)
    .select(facts)
    .select(sql<number>`row_number() over (partition by alert_group order by ${since}, id)`.as('place'))
    .where(isIt)
  return scope.db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('place', '<=', MOST_OF_A_KIND)
    .orderBy('place')
    .execute()
}

export function listNotifications({ connection, now }: Parts) {
  return (
    authority: Authority,
    { params }: RequestOf<(typeof followingRoutes)['notifications']>,
  ): Promise<Notification[]> =>
    within(connection, authority, async (scope) => {
      const today = todayAtLaboratory(now())
      const lines: Notification[] = []
      for (const what of ['missingInfo', 'late'] as const) {
        const rows = await alerted(scope, params.h, today, what)
        const blocks = await blocksOfAll(scope, rows, today)
        for (const row of rows) {
          const told = blocks.get(row.id)?.find(({ kind }) => isTold(what, kind))
          if (told) lines.push(line(KINDS[row.alert_group][what], row, told))
        }
      }
      return lines
    })
}

const isTold = (what: keyof typeof TOLD, kind: BlockKind) =>
  (TOLD[what] as readonly BlockKind[]).includes(kind)

type Row = Awaited<ReturnType<typeof alerted>>[number]

function line(kind: AlertKind, row: Row, { words, since, by, holdId }: Block): Notification {
  return {
    ...{ kind, orderId: row.id, state: stageOfRow(row), testName: row.test_name },
    patient: {
      firstName: row.patient_first_name,
      lastName: row.patient_last_name,
      dateOfBirth: row.patient_date_of_birth,
    },
    ...{ words, since, by, holdId },
  }
}
