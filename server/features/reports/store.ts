import { sql } from 'kysely'
import type { Scope } from '#server/database/scope.ts'
import { IS_QUESTIONED, refuseOtherReport } from '#server/features/orders/public.ts'

/** Every version of every report for an order, newest first, with the user's notices about each. */
export function reportsWithNotices({ db, actor }: Scope, orderId: number) {
  return db
    .selectFrom('report')
    .leftJoin('report_notice as notice', (join) =>
      join.onRef('notice.report_id', '=', 'report.id').on('notice.physician_id', '=', actor.id),
    )
    .selectAll('report')
    .select(IS_QUESTIONED.as('is_questioned'))
    .select(['notice.kind as notice_kind', 'notice.told_at', 'notice.read_at'])
    .where('report.order_id', '=', orderId)
    .orderBy('report.version', 'desc')
    .execute()
}
export type ReportRow = Awaited<ReturnType<typeof reportsWithNotices>>[number]

/** Records that the user has read their notice about a version; undefined if they have none. */
export async function readNotice(
  { db, actor }: Scope,
  {
    hospital,
    id,
    version,
    seen,
  }: { hospital: string; id: number; version: number; seen: number | undefined },
): Promise<{ isFirst: boolean } | undefined> {
  const notice = await db
    .selectFrom('report_notice as notice')
    .innerJoin('report', 'report.id', 'notice.report_id')
    .select(['notice.id', 'notice.read_at', 'notice.report_id'])
    .where('notice.order_id', '=', id)
    .where('notice.institution_code', '=', hospital)
    .where('notice.physician_id', '=', actor.id)
    .where('report.version', '=', version)
    .executeTakeFirst()
  if (!notice) return undefined
  refuseOtherReport(notice.report_id, seen)
  const { numUpdatedRows } = await db
    .updateTable('report_notice')
    .set({ read_at: sql<Date>`now()` })
    .where('id', '=', notice.id)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return { isFirst: numUpdatedRows === 1n }
}

/** The notices that the user has not confirmed yet, oldest first. */
export function unreadNotices({ db, actor, institutions }: Scope) {
  return db
    .selectFrom('report_notice as notice')
    .innerJoin('report', 'report.id', 'notice.report_id')
    .innerJoin('orders', 'orders.id', 'notice.order_id')
    .select(['notice.institution_code', 'notice.order_id', 'notice.kind', 'notice.told_at', 'notice.words'])
    .select(['report.version', 'orders.patient_first_name', 'orders.patient_last_name', 'orders.test_name'])
    .select(['orders.patient_date_of_birth', 'orders.fetuses'])
    .where('notice.physician_id', '=', actor.id)
    .where('notice.read_at', 'is', null)
    .where('notice.institution_code', 'in', [...institutions])
    .orderBy('notice.told_at')
    .limit(200)
    .execute()
}
