import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/schema/tables.ts'
import type { StoredLabUpdate } from '../inbox/lab-events.ts'

/** The result desk's store: waiting results at every institution, on the gateway's connection. */
type Db = Kysely<Tables>

const isListed = {
  waiting: sql<boolean>`c.outcome is null`,
  decided: sql<boolean>`c.outcome is not null`,
}
export type DeskList = keyof typeof isListed

const RANK = sql`case when c.status = 'withdrawn' then 0 when c.why = 'final-without-report' then 2 else 1 end`

function checks(db: Db) {
  return db
    .selectFrom('result_check as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .innerJoin('institution as i', 'i.code', 'c.institution_code')
    .selectAll('c')
    .select(['o.patient_first_name', 'o.patient_last_name', 'o.test_name', 'i.name as institution_name'])
    .select(['o.patient_date_of_birth', 'o.fetuses'])
}
export type CheckRow = Awaited<ReturnType<ReturnType<typeof checks>['execute']>>[number]

interface PageQuery {
  search?: string | undefined
  limit: number
  page: number
}

/**
 * A page of waiting results (withdrawals first, mere announcements of a report last, otherwise oldest first)
 * or of decided ones (newest first), and the total.
 */
export async function checkList(db: Db, list: DeskList, { search, limit, page }: PageQuery) {
  const found = search ? sql<boolean>`c.order_id::text = ${search}` : sql<boolean>`true`
  const rows = await checks(db)
    .where(isListed[list])
    .where(found)
    .$if(list === 'waiting', (query) => query.orderBy(RANK).orderBy('c.received_at').orderBy('c.id'))
    .$if(list === 'decided', (query) => query.orderBy('c.decided_at', 'desc').orderBy('c.id', 'desc'))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('result_check as c')
    .select(sql<number>`count(*)`.as('total'))
    .where(isListed[list])
    .where(found)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export async function waitingChecks(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('result_check as c')
    .select(sql<number>`count(*)`.as('total'))
    .where(isListed.waiting)
    .executeTakeFirstOrThrow()
  return total
}

export function checkOf(db: Db, id: number) {
  return checks(db).where('c.id', '=', id).executeTakeFirst()
}

/**
 * Locks orders until the transaction ends. Before their waiting results and in ascending order, as an
 * incoming message does, so that there are no deadlocks.
 */
export async function lockOrders(db: Db, ids: readonly number[]): Promise<void> {
  await db.selectFrom('orders').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

/** Locks one of them until the transaction ends; its order is locked before. */
export function lockCheck(db: Db, id: number) {
  return checks(db).where('c.id', '=', id).forUpdate(['c']).executeTakeFirst()
}

/** Its update as it was received; times were stored as text. */
export function labUpdateOfCheck({ news: labUpdate }: Pick<CheckRow, 'news'>): StoredLabUpdate {
  const read = labUpdate as StoredLabUpdate
  const date = (at: Date | string | null) => (at === null ? null : new Date(at))
  const { report } = read
  return {
    ...{ ...read, at: date(read.at) },
    specimens: read.specimens.map((one) => ({ ...one, arrivedAt: date(one.arrivedAt) })),
    report: report && { ...report, madeAt: date(report.madeAt), sentAt: date(report.sentAt) },
  }
}

/** A submitted order with its institution. */
export function orderNamed(db: Db, id: number) {
  return db
    .selectFrom('orders as o')
    .innerJoin('institution as i', 'i.code', 'o.institution_code')
    .selectAll('o')
    .select('i.name as institution_name')
    .where('o.id', '=', id)
    .where('o.state', '<>', 'draft')
    .executeTakeFirst()
}

/** `numberInReport` of domain/reports/history.ts as SQL, of the row of `report` with this name. */
const numberInReport = (report: 'report' | 'r') =>
  sql<number>`(select count(*)::int from report of_report where of_report.order_id = ${sql.ref(`${report}.order_id`)}
    and of_report.person = ${sql.ref(`${report}.person`)} and of_report.test_code = ${sql.ref(`${report}.test_code`)}
    and of_report.version <= ${sql.ref(`${report}.version`)})`

/** An order's current reports, newest first; for one person, or for everyone. */
export function currentReports(db: Db, orderId: number, person: string | null) {
  return db
    .selectFrom('report')
    .selectAll()
    .select(numberInReport('report').as('number'))
    .where('order_id', '=', orderId)
    .where('state', '=', 'current')
    .$if(person !== null, (query) => query.where('person', '=', person ?? ''))
    .orderBy('version', 'desc')
    .execute()
}
export type CurrentReport = Awaited<ReturnType<typeof currentReports>>[number]

interface Decision {
  outcome: 'taken' | 'assigned' | 'refused'
  reason: string
  by: { id: number; name: string }
  /** How the identities compared. */
  compared: object | null
}

/** Records who decided what, why, and what had differed. */
export async function decideCheck(
  db: Db,
  id: number,
  { outcome, reason, by, compared }: Decision,
): Promise<void> {
  await db
    .updateTable('result_check')
    .set({
      ...{ outcome, reason, decided_at: sql<Date>`now()`, decided_by: by.id, decided_by_name: by.name },
      compared: compared && JSON.stringify(compared),
    })
    .where('id', '=', id)
    .execute()
}

/** Who was notified of changes to reports they had opened, newest first. */
export async function noticeList(db: Db, list: 'unread' | 'all', { search, limit, page }: PageQuery) {
  const found = search ? sql<boolean>`n.order_id::text = ${search}` : sql<boolean>`true`
  const isUnread = list === 'unread' ? sql<boolean>`n.read_at is null` : sql<boolean>`true`
  const rows = await db
    .selectFrom('report_notice as n')
    .innerJoin('report as r', 'r.id', 'n.report_id')
    .innerJoin('institution as i', 'i.code', 'n.institution_code')
    .innerJoin('physician as p', 'p.id', 'n.physician_id')
    .innerJoin('report_opening as o', (join) =>
      join.onRef('o.report_id', '=', 'n.report_id').onRef('o.physician_id', '=', 'n.physician_id'),
    )
    .select(['n.id', 'n.order_id', 'n.institution_code', 'i.name as institution_name', 'n.kind'])
    .select(numberInReport('r').as('version'))
    .select(['n.told_at', 'n.read_at', 'o.opened_at', 'p.first_name', 'p.last_name', 'p.email'])
    .where(found)
    .where(isUnread)
    .orderBy('n.told_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('report_notice as n')
    .select(sql<number>`count(*)`.as('total'))
    .where(found)
    .where(isUnread)
    .executeTakeFirstOrThrow()
  return { rows, total }
}
