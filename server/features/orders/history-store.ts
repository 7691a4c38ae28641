import { sql } from 'kysely'
import type { Scope } from '#server/database/scope.ts'

/** Further back nothing is told of a person. */
const MOST = 50

/** Submitted orders that name one of `keys` (`personKey`) and were not cancelled, newest first. */
export async function ordersOfPeople(
  { db }: Scope,
  hospital: string,
  { keys, besides }: { keys: readonly string[]; besides: number | null },
) {
  if (keys.length === 0) return []
  // Under the policies no index looks into arrays (migration 0014). Most people have been here never before.
  const found = await sql<{
    id: number
  }>`select orders_of_people(${hospital}, ${keys}::text[]) as id`.execute(db)
  const ids = found.rows.map(({ id }) => id).filter((id) => id !== besides)
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
