import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/schema/tables.ts'

/**
 * Copies of a submitted order without its samples, for this many patients in turn; on the administrator's
 * connection.
 */
export async function ordersLike(
  db: Kysely<Tables>,
  id: number,
  { count, patients = 1 }: { count: number; patients?: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into orders overriding system value
    select (jsonb_populate_record(o, jsonb_build_object('draft_key', gen_random_uuid(),
      'id', nextval(pg_get_serial_sequence('orders', 'id')),
      'document', jsonb_set(o.document, '{patients,0,lastName}', to_jsonb('Patient' || n % ${patients}::int))))).*
    from orders o, generate_series(0, ${count}::int - 1) n where o.id = ${id} order by n returning id`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/**
 * Copies of a submitted order with its samples, all in one parcel; a fifth of them with a requested
 * cancellation. On the administrator's connection.
 */
export async function copiesOf(db: Kysely<Tables>, id: number, count: number): Promise<number[]> {
  const ids = await ordersLike(db, id, { count })
  await db
    .updateTable('orders')
    .set({ state: 'pending-cancellation', state_before_cancel: 'en-route' })
    .where(
      'id',
      'in',
      ids.filter((_, n) => n % 5 === 0),
    )
    .execute()
  const { rows } = await sql<{ id: number }>`
    insert into shipment (institution_code, carrier, tracking_number, created_by_name)
    select institution_code, 'Fedex', 'F-' || ${ids[0]}::bigint, 'Ada Okafor' from orders where id = ${id}
    returning id`.execute(db)
  await sql`
    insert into sample overriding system value
    select (jsonb_populate_record(s, jsonb_build_object('order_id', copy, 'shipment_id', ${rows[0]?.id}::bigint,
      'id', nextval(pg_get_serial_sequence('sample', 'id'))))).*
    from sample s, unnest(${ids}::bigint[]) copy where s.order_id = ${id}`.execute(db)
  return ids
}

/** Everything orders show of the laboratory's messages, except ids and times of receipt. */
export async function storedOrders(db: Kysely<Tables>, ids: readonly number[]) {
  const orders = await db
    .selectFrom('orders')
    .select(['id as order_id', 'state', 'state_before_cancel', 'accession_number', 'expected_on'])
    .select(['reported_at', 'on_hold_since', 'missing_info'])
    .where('id', 'in', ids)
    .execute()
  const samples = await db
    .selectFrom('sample as s')
    .leftJoin('sample as before', 'before.id', 's.recollection_of')
    .leftJoin('shipment', 'shipment.id', 's.shipment_id')
    .select(['s.order_id', 's.sample_key', 's.specimen_type', 's.accessioned_at', 's.rejected_at'])
    .select([
      's.reject_code',
      's.reject_words',
      'before.sample_key as recollection_of',
      'shipment.arrived_at',
    ])
    .where('s.order_id', 'in', ids)
    .orderBy('s.sample_key')
    .execute()
  const holds = await db
    .selectFrom('order_hold')
    .select(['order_id', 'hold_key', 'kind', 'words', 'held_at', 'released_at'])
    .where('order_id', 'in', ids)
    .orderBy('held_at')
    .orderBy('hold_key')
    .orderBy('words')
    .execute()
  const reports = await db
    .selectFrom('report')
    .select(['order_id', 'version', 'corrected', 'file_key', 'bytes', 'made_at', 'test_code', 'state'])
    .where('order_id', 'in', ids)
    .orderBy('version')
    .execute()
  const treatments = await db
    .selectFrom('treatment')
    .select(['order_id', 'treatment_key', 'test_code', 'title', 'recommendation', 'made_at'])
    .where('order_id', 'in', ids)
    .orderBy('treatment_key')
    .execute()
  return ids.map((id) => {
    const of = <T extends { order_id: number }>(rows: readonly T[]) =>
      rows.flatMap(({ order_id, ...row }) => (order_id === id ? [row] : []))
    const [order] = of(orders)
    if (!order) throw new Error(`there is no order ${id}`)
    return { order, samples: of(samples), holds: of(holds), reports: of(reports), treatments: of(treatments) }
  })
}
