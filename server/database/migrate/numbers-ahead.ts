import type pg from 'pg'

/** More than are given in weeks. */
const AHEAD = 1_000_000

/**
 * Moves every sequence past the numbers that may have left the house since what the database was restored to: an order
 * or a message under a known number is acknowledged outside, and not taken. One more for each second since the last line
 * of the audit trail, so that what is restored twice does not begin twice at the same numbers. Returns the number before
 * that of the next order.
 */
export async function moveNumbersAhead(client: pg.ClientBase): Promise<number> {
  await client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass,
       case when given + ahead > max_value then min_value + ahead else given + ahead end)
     from (select *, coalesce(last_value, start_value) as given from pg_sequences where schemaname = 'public') all_numbers,
       (select $1 + coalesce(extract(epoch from now() - max(at)), 0)::bigint as ahead from audit_event) since`,
    [AHEAD],
  )
  const { rows } = await client.query<{ last: string }>(
    `select last_value as last from pg_sequences
     where schemaname = 'public' and sequencename = 'orders_id_seq'`,
  )
  return Number(rows[0]?.last)
}
