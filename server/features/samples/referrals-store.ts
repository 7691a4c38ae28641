import { sql } from 'kysely'
import type { Scope } from '#server/database/scope.ts'

/**
 * One page of who referred the samples of an institution, or one sample, and how many there are in all: of each sample,
 * the newest first, its own order and then the submitted orders of further tests on it.
 */
export async function referralsOf(
  { db }: Scope,
  { institution, sample, skip, top }: { institution: string; sample?: number; skip: number; top: number },
) {
  let found = db
    .selectFrom('sample')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.institution_code', '=', 'sample.institution_code')
        .on('orders.submitted_at', 'is not', null)
        .on(sql<boolean>`sample.id = any (array[(orders.document #>> '{addOn,sampleId}')::bigint])
          or orders.id = sample.order_id`),
    )
    .innerJoin('institution', 'institution.code', 'orders.institution_code')
    .where('sample.institution_code', '=', institution)
  if (sample !== undefined) found = found.where('sample.id', '=', sample)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['sample.id as sample_id', 'orders.id', 'orders.submitted_at', 'orders.document'])
    .select(['orders.institution_code', 'institution.name as institution_name'])
    .orderBy('sample.id', 'desc')
    .orderBy(sql`orders.id <> sample.order_id`)
    .orderBy('orders.id')
    .offset(skip)
    .limit(top)
    .execute()
  return { total, rows }
}
