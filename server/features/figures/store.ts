import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { Counts } from '#domain/figures/figures.ts'
import type { Month } from '#domain/figures/months.ts'
import type { Reading } from '#server/database/scope.ts'
import { orderConditions } from '#server/features/orders/public.ts'

type Db = Pick<Reading, 'db'>

interface Asked {
  institutions: readonly string[]
  from: Month
  to: Month
  /** '' for any. */
  test: string
  provider: string
}

/** The stored figures with the changes not yet added up: exact at any moment. */
const FIGURES = sql`(
  select institution_code, provider, test, month, measure, cause, n, days from figure_count
  union all
  select institution_code, any_or_one, test, month, measure, cause, n, days
    from figure_count_change, unnest(tests) test,
      unnest(case when provider = '' then array[''] else array['', provider] end) any_or_one) figures`

const within = ({ institutions, from, to }: Asked) =>
  sql<SqlBool>`institution_code = any (${institutions}::text[])
    and month between ${`${from}-01`}::date and ${`${to}-01`}::date`

/** '' as it stands, so that partial indexes on the sums over all apply however the statement is prepared. */
const isOrAny = (column: 'test' | 'provider', value: string) =>
  value === '' ? sql<SqlBool>`${sql.ref(column)} = ''` : sql<SqlBool>`${sql.ref(column)} = ${value}`

/** Of hundreds of providers only what a comparison of them shows: no causes, and no results. */
const COMPARED_MEASURES = sql<SqlBool>`measure not in ('cancelled', 'result', 'vus')
  and (cause = '' or measure not in ('hold', 'rejected'))`

interface Row<Key> {
  key: Key
  counts: Counts
  days: number
}

/** Counts by `key`, those with none left out. */
function grouped<Key>({ db }: Db, key: RawBuilder<Key>, condition: RawBuilder<SqlBool>): Promise<Row<Key>[]> {
  const query = sql<Row<Key>>`
    select key, jsonb_object_agg(measure || case when cause = '' then '' else ':' || cause end, n) as counts,
      coalesce(sum(days), 0)::bigint as days
    from (select ${key} as key, measure, cause, sum(n)::bigint as n, sum(days)::bigint as days
      from ${FIGURES} where ${condition} group by 1, 2, 3 having sum(n) > 0) counted
    group by key order by key`
  return query.execute(db).then(({ rows }) => rows)
}

/** The figures of each month, with the month as '2026-05'. */
export const byMonth = (db: Db, asked: Asked) =>
  grouped(
    db,
    sql<Month>`to_char(month, 'YYYY-MM')`,
    sql`${within(asked)} and ${isOrAny('test', asked.test)} and ${isOrAny('provider', asked.provider)}`,
  )

/** The figures of each test, or only of the one asked for. */
export const byTest = (db: Db, asked: Asked) =>
  grouped(
    db,
    sql<string>`test`,
    sql`${within(asked)} and ${asked.test === '' ? sql`test <> ''` : sql`test = ${asked.test}`}
      and ${isOrAny('provider', asked.provider)}`,
  )

export const byProvider = (db: Db, asked: Asked) =>
  grouped(
    db,
    sql<string>`provider`,
    sql`${within(asked)} and ${isOrAny('test', asked.test)} and ${COMPARED_MEASURES}
      and ${asked.provider === '' ? sql`provider <> ''` : sql`provider = ${asked.provider}`}`,
  )

/** The orders that wait for somebody at this moment, by the conditions of the lists that show them. */
export async function countNow({ db }: Db, institutions: readonly string[], today: IsoDate) {
  const of = (filters: Parameters<typeof orderConditions>[0]) =>
    sql`(select count(*) from orders where institution_code = any (${institutions}::text[])
      and ${sql.join(orderConditions(filters), sql` and `)})`
  const { rows } = await sql<{ late: number; onHold: number; missingInfo: number; unread: number }>`
    select ${of({ late: { is: true, today } })} as late, ${of({ onHold: true })} as "onHold",
      ${of({ missingInfo: true })} as "missingInfo", ${of({ unread: true })} as unread`.execute(db)
  return rows[0] ?? { late: 0, onHold: 0, missingInfo: 0, unread: 0 }
}

/** Whether the orders from before the figures have all been counted. */
export async function isCountComplete({ db }: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select not exists (select from figure_backlog where below > 0) as is`.execute(db)
  return rows[0]?.is ?? true
}
