import { sql } from 'kysely'
import type { Scope } from '#server/database/scope.ts'
import { SUMMARY } from './store.ts'

const MOST_OTHERS = 5

/**
 * How often the scope's institutions submitted orders for a test in the last 365 days, without cancelled
 * ones, and the tests most often ordered together with it.
 */
export async function popularity(scope: Scope, code: string) {
  const orders = scope.db
    .selectFrom('orders')
    .where('institution_code', 'in', [...scope.institutions])
    .where('submitted_at', '>', sql<Date>`now() - interval '365 days'`)
    .where('state', '<>', 'cancelled')
    .where(({ eb, val, fn }) => eb(val(code), '=', fn.any('test_codes')))
  const { count } = await orders
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const others = await scope.db
    .selectFrom(orders.select(sql<string>`unnest(test_codes)`.as('code')).as('ordered'))
    .innerJoin('test', 'test.code', 'ordered.code')
    .select(SUMMARY)
    .select((eb) => eb.fn.countAll<number>().as('orders'))
    .where('ordered.code', '<>', code)
    .where('test.orderable', '=', true)
    .groupBy('test.code')
    .orderBy('orders', 'desc')
    .orderBy('test.code')
    .limit(MOST_OTHERS)
    .execute()
  return { count, others }
}
