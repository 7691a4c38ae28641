import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import { rolesWith } from '#domain/users/roles.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Db, StoredFollowUp } from './store.ts'

type Order = Pick<
  Selectable<Tables['orders']>,
  'id' | 'institution_code' | 'submitted_by' | 'responsible_id' | 'document'
>

/** A user, in an expression of SQL, can see the orders of an institution (`readersAt`). */
const CAN_SEE = (owner: RawBuilder<unknown>, code: RawBuilder<unknown>) => sql<boolean>`(
  exists (select from institution i
    join customer_role r on r.institution_code in (i.code, i.parent_code)
    join membership m using (physician_id, institution_code)
    where i.code = ${code} and r.physician_id = ${owner} and m.status = 'Active'
      and r.role = any (${rolesWith('ViewOrder')}))
  and not exists (select from membership b
    where b.physician_id = ${owner} and b.institution_code = ${code} and b.status = 'Blocked'))`

/** The institutions where something may have to be done: a follow-up is late, or its owner cannot see it, or it has none. */
export async function institutionsToLookAt(db: Db, today: IsoDate): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select institution_code as code from follow_up
    where closed_at is null and escalation < 2 and (owner_id is null or due_on < ${today})
    union
    select o.institution_code from (select distinct owner_id, institution_code from follow_up
      where closed_at is null and owner_id is not null) o
    where not ${CAN_SEE(sql`o.owner_id`, sql`o.institution_code`)}
    order by code`.execute(db)
  return rows.map(({ code }) => code)
}

/** Open follow-ups of an institution whose owner cannot see its orders any more, locked; those locked already are skipped. */
export async function lostFollowUps(db: Db, code: string, limit: number): Promise<StoredFollowUp[]> {
  return db
    .selectFrom('follow_up')
    .selectAll()
    .where('institution_code', '=', code)
    .where('closed_at', 'is', null)
    .where(
      sql<boolean>`owner_id in (select o.owner_id from (select distinct owner_id from follow_up
        where closed_at is null and institution_code = ${code} and owner_id is not null) o
        where not ${CAN_SEE(sql`o.owner_id`, sql`${code}`)})`,
    )
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Open follow-ups of an institution after one, by id, that may have to be escalated, locked. */
export async function lateFollowUps(
  db: Db,
  code: string,
  { today, after, limit }: { today: IsoDate; after: number; limit: number },
): Promise<StoredFollowUp[]> {
  return db
    .selectFrom('follow_up')
    .selectAll()
    .where('institution_code', '=', code)
    .where('closed_at', 'is', null)
    .where('escalation', '<', 2)
    .where(sql<boolean>`(owner_id is null or due_on < ${today})`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function ordersOf(db: Db, ids: readonly number[]): Promise<Map<number, Order>> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'institution_code', 'submitted_by', 'responsible_id', 'document'])
    .where('id', 'in', [0, ...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Records that a follow-up, which is locked, was escalated; `at` is the portal's time. */
export async function noteEscalation(
  db: Db,
  { id }: Pick<StoredFollowUp, 'id'>,
  { level, to, at }: { level: 1 | 2; to: string; at: Date },
): Promise<void> {
  await db
    .updateTable('follow_up')
    .set({ escalation: level, escalated_to: to, escalated_at: at })
    .where('id', '=', id)
    .execute()
}

/** Adds a line to the order's timeline, which also tells open pages. */
export async function addTimelineEntry(
  db: Db,
  { order_id, institution_code }: Pick<StoredFollowUp, 'order_id' | 'institution_code'>,
  kind: 'follow-up-assigned' | 'follow-up-escalated',
  detail: string,
): Promise<void> {
  await db
    .insertInto('order_event')
    .values({ order_id, institution_code, kind, actor: 'Karyo', actor_id: null, detail })
    .execute()
}

export async function institutionName(db: Db, code: string): Promise<string> {
  const row = await db.selectFrom('institution').select('name').where('code', '=', code).executeTakeFirst()
  return row?.name ?? code
}
