import { type Selectable, sql } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { OrderEvent } from '#contract/order.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'
import type { Db } from './coverage-deps.ts'

export type InsuredOrder = Pick<
  Selectable<Tables['orders']>,
  'id' | 'institution_code' | 'document' | 'is_vob' | 'vob_status' | 'submitted_at' | 'made_from' | 'made_as'
>

function ordersAt(db: Db, hospital: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'institution_code', 'document', 'is_vob', 'vob_status', 'submitted_at'])
    .select(['made_from', 'made_as'])
    .where('institution_code', '=', hospital)
}

export async function orderOf(
  { db }: Pick<Scope, 'db'>,
  hospital: string,
  id: number,
): Promise<InsuredOrder> {
  const found = await ordersAt(db, hospital).where('id', '=', id).executeTakeFirst()
  return found ?? fail('not-found')
}

/** Refuses a number that is not one of the institution's orders; accepts null. */
export async function assertOrderExists(scope: Pick<Scope, 'db'>, hospital: string, id: number | null) {
  if (id !== null) await orderOf(scope, hospital, id)
}

/**
 * Verifications that may be waiting for an answer about a patient born on `born`; locked until the
 * transaction ends.
 */
export function waitingVerifications(db: Db, hospital: string, born: string): Promise<InsuredOrder[]> {
  return ordersAt(db, hospital)
    .where('vob_status', '=', 'submitted')
    .where('patient_date_of_birth', '=', born)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Requested verifications without an answer, at all institutions. */
export function openVerifications(db: Db): Promise<Pick<InsuredOrder, 'id' | 'institution_code'>[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'institution_code'])
    .where('vob_status', '=', 'submitted')
    .orderBy('id')
    .execute()
}

/** One of them, locked until the transaction ends; undefined if its state has changed. */
export function openVerification(db: Db, hospital: string, id: number): Promise<InsuredOrder | undefined> {
  return ordersAt(db, hospital)
    .where('id', '=', id)
    .where('vob_status', '=', 'submitted')
    .forUpdate()
    .executeTakeFirst()
}

/** Unfinished orders for a patient born on `born` that were submitted after a check was requested. */
export function submittedSince(db: Db, hospital: string, born: string, since: Date): Promise<InsuredOrder[]> {
  return ordersAt(db, hospital)
    .where('submitted_at', '>=', since)
    .where('state', 'not in', ['draft', 'reported', 'cancelled'])
    .where('patient_date_of_birth', '=', born)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function setVobStatus(db: Db, id: number, vob_status: 'answered' | 'expired') {
  await db.updateTable('orders').set({ vob_status }).where('id', '=', id).execute()
}

/** Written in the portal's name. */
export async function addCoverageEvent(
  db: Db,
  { id, institution_code }: Pick<InsuredOrder, 'id' | 'institution_code'>,
  kind: OrderEvent['kind'],
  detail: string,
) {
  await db
    .insertInto('order_event')
    .values({ order_id: id, institution_code, kind, actor: 'Karyo', actor_id: null, detail })
    .execute()
}

export async function hasEventSince(
  db: Db,
  orderId: number,
  kind: OrderEvent['kind'],
  since: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('order_event')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Expires the verifications whose answer is no longer valid on `today`; only that of `id` if given. The
 * answer is the newest estimate that the portal itself stored: the first of all, since with a \`limit\` the statement
 * would be planned anew for each order's page (server/database/fast-lane/statements.ts).
 */
export async function expireVerifications(
  db: Db,
  today: string,
  one?: { hospital: string; id: number },
): Promise<number[]> {
  const over = await sql<{ id: number }>`
    with over as (
      update orders set vob_status = 'expired'
      where vob_status = 'answered'
        and ${one === undefined ? sql`true` : sql`institution_code = ${one.hospital} and id = ${one.id}`}
        and (select (array_agg(e.counts_until order by e.made_at desc, e.id desc))[1]
          from cost_estimate e where e.order_id = orders.id and e.made_by is null) < ${today}::date
      returning id, institution_code
    )
    insert into order_event (order_id, institution_code, kind, actor, detail)
    select id, institution_code, 'benefits-expired', 'Karyo', 'The answer no longer counts.' from over
    returning order_id as id`.execute(db)
  return over.rows.map(({ id }) => id)
}

/** The days on which an order's specimens were collected; of an added test also that of the specimen at the laboratory. */
export async function collectionsOf(
  db: Db,
  hospital: string,
  { samples, addOn }: Pick<OrderDocument, 'samples' | 'addOn'>,
): Promise<readonly { dateOfCollection: string }[]> {
  if (!addOn) return samples
  const onFile = await db
    .selectFrom('sample')
    .select('date_of_collection as dateOfCollection')
    .where('institution_code', '=', hospital)
    .where('id', '=', addOn.sampleId)
    .where('order_id', '=', addOn.orderId)
    .execute()
  return [...samples, ...onFile]
}
