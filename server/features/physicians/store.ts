import { sql } from 'kysely'
import { likeText } from '#server/database/like.ts'
import type { Scope } from '#server/database/scope.ts'

/** Active providers with an NPI who work at the institution or its parent, by part of the name. */
export async function orderingProviders(
  scope: Scope,
  asked: { hospitalCode: string; search: string; skip: number; top: number },
) {
  const found = scope.db
    .selectFrom('physician as p')
    .where('p.status', '=', 'Active')
    .where('p.npi', '<>', '')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('customer_role as r')
          .select('r.role')
          .whereRef('r.physician_id', '=', 'p.id')
          .where('r.institution_code', 'in', (eb) =>
            eb
              .selectFrom('institution as i')
              .where('i.code', '=', asked.hospitalCode)
              .select(sql<string>`unnest(array[i.code, i.parent_code])`.as('code')),
          ),
      ),
    )
    .where(sql<boolean>`concat(p.first_name, ' ', p.last_name) ilike ${`%${likeText(asked.search)}%`}`)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.npi', 'p.suffix'])
    .orderBy(sql`p.last_name collate "unicode"`)
    .orderBy(sql`p.first_name collate "unicode"`)
    .orderBy('p.id')
    .offset(asked.skip)
    .limit(asked.top)
    .execute()
  return { total, rows }
}
