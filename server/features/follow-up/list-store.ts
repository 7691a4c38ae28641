import { type Selectable, type SqlBool, sql } from 'kysely'
import type { followUpRoutes } from '#contract/follow-up.ts'
import type { RequestOf } from '#contract/route.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'
import type { Db } from './store.ts'

/** Follow-ups with what a line shows of their order. */
function withOrder(db: Db) {
  return db
    .selectFrom('follow_up as f')
    .innerJoin('orders as o', 'o.id', 'f.order_id')
    .selectAll('f')
    .select(['o.document', 'o.patient_first_name', 'o.patient_last_name', 'o.patient_date_of_birth'])
    .select(sql<boolean>`f.report_ids && array(select questioned_reports(f.order_id))`.as('is_questioned'))
    .select((eb) =>
      eb
        .selectFrom('report as r')
        .select('r.test_name')
        .whereRef('r.order_id', '=', 'f.order_id')
        .whereRef('r.person', '=', 'f.person')
        .whereRef('r.test_code', '=', 'f.test_code')
        .orderBy('r.version', 'desc')
        .limit(1)
        .as('report_test_name'),
    )
}
export type FollowUpRow = Awaited<ReturnType<ReturnType<typeof withOrder>['execute']>>[number]
export type EventRow = Selectable<Tables['follow_up_event']>

const isOpen = sql<SqlBool>`f.closed_at is null`
const isLate = (today: IsoDate) => sql<SqlBool>`f.closed_at is null and f.due_on < ${today}`

type Query = RequestOf<(typeof followUpRoutes)['list']>['query']

function isListed({ list, owner, kind, result }: Query, actorId: number, today: IsoDate) {
  const conditions = [list === 'closed' ? sql<SqlBool>`f.closed_at is not null` : isOpen]
  if (list === 'overdue') conditions.push(isLate(today))
  if (owner === 'nobody') conditions.push(sql<SqlBool>`f.owner_id is null`)
  else if (owner !== 'all') conditions.push(sql<SqlBool>`f.owner_id = ${owner === 'mine' ? actorId : owner}`)
  if (kind) conditions.push(sql<SqlBool>`f.kind = ${kind}`)
  if (result) conditions.push(sql<SqlBool>`f.result = ${result}`)
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** A page of an institution's follow-ups, and how many there are. */
export async function followUpList(
  { db, actor }: Scope,
  hospital: string,
  query: Query,
  today: IsoDate,
): Promise<{ rows: FollowUpRow[]; total: number }> {
  const listed = isListed(query, actor.id, today)
  const [rows, { total }] = await Promise.all([
    withOrder(db)
      .where('f.institution_code', '=', hospital)
      .where(listed)
      .$if(query.list === 'closed', (found) => found.orderBy('f.closed_at', 'desc').orderBy('f.id', 'desc'))
      .$if(query.list !== 'closed', (found) =>
        found.orderBy(sql`f.owner_id is not null`).orderBy(sql`f.due_on nulls last`).orderBy('f.id'),
      )
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    db
      .selectFrom('follow_up as f')
      .select(sql<number>`count(*)`.as('total'))
      .where('f.institution_code', '=', hospital)
      .where(listed)
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Counts of an institution's open follow-ups. */
export function followUpCounts({ db, actor }: Scope, hospital: string, today: IsoDate) {
  const own = sql<SqlBool>`f.owner_id = ${actor.id}`
  const countOf = (condition: ReturnType<typeof sql<SqlBool>>) =>
    sql<number>`count(*) filter (where ${condition})`
  return db
    .selectFrom('follow_up as f')
    .select([
      sql<number>`count(*)`.as('open'),
      countOf(isLate(today)).as('overdue'),
      countOf(own).as('mine'),
      countOf(sql<SqlBool>`${own} and ${isLate(today)}`).as('mineOverdue'),
      countOf(sql<SqlBool>`f.owner_id is null`).as('nobody'),
    ])
    .where('f.institution_code', '=', hospital)
    .where(isOpen)
    .executeTakeFirstOrThrow()
}

/** An order's follow-ups, open ones first, and their trails; undefined if the order is not in the scope. */
export async function followUpsOfOrder(
  { db }: Scope,
  hospital: string,
  orderId: number,
): Promise<{ rows: FollowUpRow[]; events: EventRow[] } | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('institution_code', '=', hospital)
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (!order) return undefined
  const rows = await withOrder(db)
    .where('f.institution_code', '=', hospital)
    .where('f.order_id', '=', orderId)
    .orderBy(sql`f.closed_at is not null`)
    .orderBy('f.id', 'desc')
    .execute()
  return { rows, events: await trailsOf(db, rows) }
}

/** One follow-up with its trail; undefined outside the scope. */
export async function followUpWithTrail({ db }: Scope, hospital: string, id: number) {
  const row = await withOrder(db)
    .where('f.institution_code', '=', hospital)
    .where('f.id', '=', id)
    .executeTakeFirst()
  return row && { row, events: await trailsOf(db, [row]) }
}

function trailsOf(db: Db, rows: readonly { id: number }[]): Promise<EventRow[]> {
  return db
    .selectFrom('follow_up_event')
    .selectAll()
    .where('follow_up_id', 'in', [0, ...rows.map(({ id }) => id)])
    .orderBy('id')
    .execute()
}

/** For Support: open follow-ups of every institution, on the worker's connection; the longest due first. */
export async function followUpsEverywhere(
  db: Db,
  { list, page, limit }: { list: 'escalated' | 'overdue' | 'open'; page: number; limit: number },
  today: IsoDate,
) {
  const listed = {
    escalated: sql<SqlBool>`f.closed_at is null and f.escalation = 2`,
    overdue: isLate(today),
    open: isOpen,
  }[list]
  const rows = await withOrder(db)
    .innerJoin('institution as i', 'i.code', 'f.institution_code')
    .leftJoin('physician as p', 'p.id', 'f.owner_id')
    .select(['i.name as institution_name', 'p.email as owner_email'])
    .where(listed)
    .orderBy(sql`f.due_on nulls last`)
    .orderBy('f.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('follow_up as f')
    .select(sql<number>`count(*)`.as('total'))
    .where(listed)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/**
 * Confirms the user's own notices about earlier versions of a report that they now acknowledge: one statement is
 * enough.
 */
export async function readOwnNotices(
  { db, actor }: Scope,
  { order_id, person, test_code }: Pick<FollowUpRow, 'order_id' | 'person' | 'test_code'>,
): Promise<void> {
  await sql`
    update report_notice n set read_at = now() from report r
    where r.id = n.report_id and n.physician_id = ${actor.id} and n.order_id = ${order_id} and n.read_at is null
      and r.person = ${person} and r.test_code = ${test_code}`.execute(db)
}
