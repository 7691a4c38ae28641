import { sql } from 'kysely'
import type { Scope } from '#server/database/scope.ts'

/** The most earlier orders that are considered. */
const MOST = 50

/**
 * Those of the given orders that were submitted and not cancelled, newest first. Their people are known from
 * a table, because under the row policies no index on arrays can be used (orders_of_people, migration 0014).
 */
export async function submittedOrders({ db }: Scope, hospital: string, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('orders')
    .select(['id', 'state', 'document', 'people', 'submitted_at', 'created_at'])
    .where('institution_code', '=', hospital)
    .where(sql<boolean>`id = any (${ids}::bigint[])`)
    .where('submitted_at', 'is not', null)
    .where('state', '<>', 'cancelled')
    .orderBy('submitted_at', 'desc')
    .limit(MOST)
    .execute()
}

/** The genes of the tests in `codes`, including those that can't be ordered any more. */
export async function genesOfTests({ db }: Scope, codes: readonly string[]): Promise<Map<string, string[]>> {
  if (codes.length === 0) return new Map()
  const rows = await db.selectFrom('test').select(['code', 'genes']).where('code', 'in', codes).execute()
  return new Map(rows.map(({ code, genes }) => [code, genes]))
}
