import { sql } from 'kysely'
import type { Scope } from '#server/database/scope.ts'

/** Further back nothing is told of a person. */
const MOST = 50

/**
 * Of the orders of these numbers those that were submitted and not cancelled, newest first. Whose they are is known: under
 * the policies no index looks into arrays (orders_of_people, migration 0014).
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

/** The genes of the tests of `codes`, also of those that can't be ordered any more. */
export async function genesOfTests({ db }: Scope, codes: readonly string[]): Promise<Map<string, string[]>> {
  if (codes.length === 0) return new Map()
  const rows = await db.selectFrom('test').select(['code', 'genes']).where('code', 'in', codes).execute()
  return new Map(rows.map(({ code, genes }) => [code, genes]))
}
