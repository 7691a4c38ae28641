import { sql } from 'kysely'
import { administer } from '../database/connection/connect.ts'

/**
 * Adds `count` copies of the order `of`, numbered from `first` on: so many that visiting each one would be
 * noticeable. They lack what belongs to an order, such as samples, and do not appear in the counts of lists.
 */
export async function addManyLike(
  url: string,
  { of, count, first }: { of: number; count: number; first: number },
): Promise<void> {
  await administer(url, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql`insert into orders overriding system value
      select (made.one).* from (
        select jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', ${first}::bigint + n,
          'draft_key', gen_random_uuid(), 'accession_number', null)) as one
        from orders o, generate_series(0, ${count}::int - 1) n where o.id = ${of}) made`.execute(db)
    await sql`insert into order_search
      select o.id, o.institution_code, o.state, o.submitted_at, terms_of(o) from orders o
      where o.id >= ${first} and o.id < ${first}::bigint + ${count}::bigint`.execute(db)
  })
  await administer(url, (db) => sql`analyze orders, order_search`.execute(db).then(() => undefined))
}
