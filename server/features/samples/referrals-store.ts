import { type RawBuilder, sql } from 'kysely'
import type { OrdersTable } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'

interface StoredReferral {
  sample_id: number
  id: number
  submitted_at: Date | null
  document: OrdersTable['document']['__select__']
  institution_code: string
  institution_name: string
}

/** A sample's own order, and the submitted orders for added tests on it, each found by its own index. */
function referring(narrowed: RawBuilder<unknown>, added: RawBuilder<unknown>) {
  return sql`select sample.id as sample_id, false as is_added, sample.order_id from sample where ${narrowed}
    union all
    select add_on_sample_id, true, orders.id from orders
      where add_on_sample_id is not null and submitted_at is not null and ${added}`
}

/**
 * For each sample, newest first: its own order and then those for added tests, with the orders' documents.
 */
function presented(keys: RawBuilder<unknown>) {
  return sql<StoredReferral>`
    select keys.sample_id, orders.id, orders.submitted_at, orders.document, orders.institution_code,
      institution.name as institution_name
    from (${keys}) keys join orders on orders.id = keys.order_id
      join institution on institution.code = orders.institution_code
    order by keys.sample_id desc, keys.is_added, orders.id`
}

/** One page of the referrals of an institution's samples, and the total. */
export async function referralsOf(
  { db }: Scope,
  { institution, skip, top }: { institution: string; skip: number; top: number },
): Promise<{ total: number; rows: StoredReferral[] }> {
  const all = referring(
    sql`sample.institution_code = ${institution}`,
    sql`orders.institution_code = ${institution}`,
  )
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from (${all}) keys`.execute(
    db,
  )
  const total = counted[0]?.total ?? 0
  if (skip >= total) return { total, rows: [] }
  const page = sql`${all} order by sample_id desc, is_added, order_id offset ${skip} limit ${top}`
  const { rows } = await presented(page).execute(db)
  return { total, rows }
}

/** The referrals of one sample, at most `most`. */
export async function referralsOfSample(
  { db }: Scope,
  sample: { id: number; institution_code: string },
  most: number,
): Promise<StoredReferral[]> {
  const all = referring(
    sql`sample.id = ${sample.id}`,
    sql`orders.institution_code = ${sample.institution_code} and add_on_sample_id = ${sample.id}`,
  )
  return (await presented(sql`${all} order by is_added, order_id limit ${most}`).execute(db)).rows
}
