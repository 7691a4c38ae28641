import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderStage } from '#domain/orders/status.ts'
import type { Reading, Scope } from '#server/database/scope.ts'
import { type Filters, isNamed } from './list-filters.ts'

/** These institutions' listed orders: a draft without any content is not listed. */
export const listedAt = (institutions: readonly string[]): RawBuilder<SqlBool> =>
  sql`${among(institutions)} and not is_blank`

/**
 * The same orders, for a page deep in a list: an index alone answers this, which does not know of a single order whether it is
 * blank. For a page near the beginning, `listedAt` is less work.
 */
export const listedDeepAt = (institutions: readonly string[]): RawBuilder<SqlBool> =>
  sql`${among(institutions)} and id not in (select id from orders where ${among(institutions)} and is_blank)`

/** `= 'A'` for one, which an index provides in the list's order; else `= any (…)`. */
const among = (institutions: readonly string[]): RawBuilder<SqlBool> =>
  institutions.length === 1
    ? sql`institution_code = ${institutions[0]}`
    : sql`institution_code = any (${institutions}::text[])`

/** The stored counts with the changes not yet added up (migration 0014). */
const COUNTS = sql`(select * from order_tally union all select * from order_tally_change) counts`

/** Stored by stage, in a column named `state`. */
const inStages = (stages: readonly OrderStage[] | undefined): RawBuilder<SqlBool> =>
  stages ? sql`state = any (${stages}::text[])` : sql`true`

/** For each filter that a single count answers, the value it is counted under. */
const COUNTED: { [Name in keyof Filters]: (filters: Filters) => RawBuilder<SqlBool> } = {
  dateFrom: ({ dateFrom = '', dateTo = '9' }) =>
    sql`about = 'day' and value collate "C" between ${dateFrom} and ${dateTo}`,
  test: ({ test }) => sql`about = 'test' and value = ${test}`,
  providers: ({ providers = [] }) => sql`about = 'provider' and value = any (${providers}::text[])`,
  unread: () => sql`about = 'unread'`,
  result: ({ result }) => sql`about = 'result' and value = ${result}`,
}

/** The number of orders with these filters as an SQL value, or null if no stored count has it. */
export function storedCount(institutions: readonly string[], filters: Filters): RawBuilder<number> | null {
  const { stages, dateTo, ...rest } = filters
  const given: Filters = { ...rest, dateFrom: rest.dateFrom ?? (dateTo && '') }
  const names = (Object.keys(given) as (keyof Filters)[]).filter((name) => given[name] !== undefined)
  const [name] = names
  if (names.length > 1 || filters.unread === false || filters.result === 'questioned') return null
  const counted = name === undefined ? sql<SqlBool>`about = 'all'` : COUNTED[name]?.({ ...filters, ...given })
  if (!counted) return null
  return sql`(select coalesce(sum(n), 0)::bigint from ${COUNTS}
    where ${among(institutions)} and ${counted} and ${inStages(stages)})`
}

/** The providers of these institutions' orders whose names contain all of these words. */
export async function providersNamed(
  { db }: Pick<Reading, 'db'>,
  institutions: readonly string[],
  words: string,
) {
  const { rows } = await sql<{ value: string }>`
    with known as materialized (
      select distinct value from ${COUNTS} where ${among(institutions)} and about = 'provider')
    select value from known where ${isNamed(sql`value`, words)}`.execute(db)
  return rows.map(({ value }) => value)
}

interface Counted {
  value: string
  count: number
}

/** The number of orders at these stages by test, by provider, and by day. */
export async function countsBy({ db }: Scope, institutions: readonly string[], { stages }: Filters) {
  const by = async (about: 'test' | 'provider') => {
    const { rows } = await sql<Counted>`
      select value, sum(n)::bigint as count from ${COUNTS}
      where ${among(institutions)} and about = ${about} and ${inStages(stages)}
      group by value having sum(n) > 0 order by value collate "unicode"`.execute(db)
    return rows
  }
  const { rows: days } = await sql<{ total: number; first: string | null; last: string | null }>`
    select coalesce(sum(n), 0)::bigint as total, min(value) as first, max(value) as last from (
      select value, sum(n) as n from ${COUNTS}
      where ${among(institutions)} and about = 'day' and ${inStages(stages)} group by value having sum(n) > 0) days`.execute(
    db,
  )
  const [{ total, first, last } = { total: 0, first: null, last: null }] = days
  return { tests: await by('test'), providers: await by('provider'), total, first, last }
}

/** The number of orders at each of the scope's institutions, by institution name. */
export async function countByInstitution({ db, institutions }: Scope, { stages }: Filters) {
  const { rows } = await sql<{ code: string; name: string; count: number }>`
    select code, name, count from institution join (
      select institution_code as code, sum(n)::bigint as count from ${COUNTS}
      where ${among(institutions)} and about = 'all' and ${inStages(stages)}
      group by 1 having sum(n) > 0) counted using (code)
    order by name collate "unicode"`.execute(db)
  return rows
}

/** The number of orders at each stage, and the number of unopened reports. */
export async function countOrders({ db }: Scope, institution: string) {
  const { rows } = await sql<{ about: 'all' | 'unread'; stage: OrderStage; count: number }>`
    select about, state as stage, sum(n)::bigint as count from ${COUNTS}
    where institution_code = ${institution} and about in ('all', 'unread') and value = '' group by 1, 2`.execute(
    db,
  )
  const of = (countKind: 'all' | 'unread') => rows.filter(({ about }) => about === countKind)
  return { stages: of('all'), unread: of('unread').reduce((sum, { count }) => sum + count, 0) }
}

/**
 * The day with row number `skip` in a list by date, and how many rows come before that day, so that a deep
 * page does not have to count through them. As SQL with at most one row: `day`, `before`.
 */
export function dayOfRow(
  institutions: readonly string[],
  { stages }: Filters,
  { skip, isAscending }: { skip: number; isAscending: boolean },
): RawBuilder<unknown> {
  const direction = isAscending ? sql`asc` : sql`desc`
  return sql`select day, before from (
      select value::date as day, n, sum(n) over (order by value ${direction}) - n as before from (
        select value, sum(n) as n from ${COUNTS}
        where ${among(institutions)} and about = 'day' and ${inStages(stages)} group by value) days
    ) summed where ${skip} >= before and ${skip} < before + n`
}
