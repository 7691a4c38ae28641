import { type RawBuilder, sql } from 'kysely'
import type { OrderColumn } from '#contract/lists.ts'
import {
  conditionOf,
  conditionsOf,
  type Filters,
  foundBy,
  inStages,
  isKept,
  type KeptResult,
  ORDER_DATE,
  STAGE,
  withResult,
} from './list-filters.ts'
import { dayOfRow, listedAt, listedDeepAt } from './order-counts.ts'

export interface ListQuery extends Filters {
  institutions: readonly string[]
  skip: number
  top: number
  orderBy: OrderColumn
  isAscending: boolean
}

/** Columns that may be empty: empty values come last in either direction. */
const MAY_BE_EMPTY: readonly OrderColumn[] = ['dateOfBirth', 'labNumber', 'provider', 'expected']

// Each as in an index (migration 0014). Users look for Ångström under A, unlike the database's default sort
// order.
const SORT_COLUMNS = {
  orderDate: [ORDER_DATE],
  patient: [sql`patient_last_name collate "unicode"`, sql`patient_first_name collate "unicode"`],
  dateOfBirth: [sql`nullif(patient_date_of_birth, '')`],
  test: [sql`test_name collate "unicode"`],
  labNumber: [sql`accession_number`],
  id: [],
  provider: [sql`nullif(provider_name, '') collate "unicode"`],
  hospital: [sql`institution_code`],
  status: [
    sql`array_position(array['draft', 'en-route', 'accessioned', 'in-process', 'reported', 'cancelled'], ${STAGE})`,
  ],
  expected: [sql`expected_on`],
} as const satisfies Record<OrderColumn, readonly unknown[]>

/** Pages before this row are found by counting through. */
export const DEEP = 1000
/**
 * The index has each institution's rows in order; at most this many rows of all of them together are sorted
 * again.
 */
const MERGED = 100_000

/** A page that ends behind this row is not looked for order by order. */
const MOST_WALKED_TO = 200

/** Each has its own plan. */
const PAGE_SIZES: readonly number[] = [10, 25, 50, 100]

type Rows = RawBuilder<unknown>

function orderOf({ orderBy, isAscending }: ListQuery, columns: readonly Rows[] = SORT_COLUMNS[orderBy]) {
  const direction = isAscending ? sql`asc` : sql`desc`
  const nulls = MAY_BE_EMPTY.includes(orderBy) ? sql`nulls last` : sql``
  return sql.join([...columns.map((column) => sql`${column} ${direction} ${nulls}`), sql`id ${direction}`])
}

/** Of orders that have a value to sort by: as in the index, in either direction. */
function orderOfFilled({ orderBy, isAscending }: ListQuery) {
  const direction = isAscending ? sql`asc` : sql`desc`
  return sql`${SORT_COLUMNS[orderBy][0]} ${direction}, id ${direction}`
}

const page = ({ skip, top }: ListQuery) => sql`limit ${top} offset ${skip}`

/**
 * The first page of a list that an index provides in order, as SQL for a table with `columns`; null for any
 * other. This is the best plan for institutions of any size, so it is worth caching; for that the page size
 * is part of it.
 */
export function firstPage(query: ListQuery, columns: Rows): Rows | null {
  const { institutions, stages, orderBy, skip, top } = query
  const isLed = stages === undefined || (stages.length === 1 && orderBy === 'orderDate')
  if (skip > 0 || !PAGE_SIZES.includes(top) || institutions.length > 1 || !isLed) return null
  if (!isByState(query) || MAY_BE_EMPTY.includes(orderBy)) return null
  return sql`select ${columns} from orders where ${listedAt(institutions)} and ${conditionOf({ stages })}
    order by ${orderOf(query)} limit ${sql.lit(top)}`
}

/** SQL for a table with the page's `id`s in the list's order. `total`, if known, is the number of orders. */
export function idsOf(query: ListQuery, total?: number): Rows {
  const { institutions, orderBy } = query
  const result = resultLed(query)
  if (result) return idsWithResult(query, result)
  const where = conditionOf(filtersOf(query))
  if (institutions.length > 1) return mergedIds(query, where)
  const isDeep = query.skip >= DEEP
  const listed = isDeep ? listedDeepAt(institutions) : listedAt(institutions)
  const orders = sql`select id from orders where ${listed} and ${where}`
  if (MAY_BE_EMPTY.includes(orderBy)) return filledFirst(query, orders)
  const { skip, top, isAscending } = query
  if (!isDeep || total === undefined) return sql`${orders} order by ${orderOf(query)} ${page(query)}`
  if (orderBy === 'orderDate' && isByState(query)) return fromItsDay(query, orders)
  if (skip * 2 < total) return sql`${orders} order by ${orderOf(query)} ${page(query)}`
  // The other end is nearer.
  const before = Math.max(0, total - skip - top)
  const other = { ...query, isAscending: !isAscending, skip: before, top: Math.min(top, total - skip) }
  return sql`select id from (
    select id, row_number() over () as place from (${orders} order by ${orderOf(other)} ${page(other)}) turned
  ) placed order by place desc`
}

export function filtersOf(query: ListQuery): Filters {
  const { institutions, skip, top, orderBy, isAscending, ...filters } = query
  return filters
}

function isByState(query: ListQuery): boolean {
  return Object.entries(filtersOf(query)).every(([name, value]) => name === 'stages' || value === undefined)
}

/** A page deep in the list by date, read from its first day on. */
function fromItsDay(query: ListQuery, orders: Rows): Rows {
  const { institutions, skip, top, isAscending } = query
  const day = sql`(select day from start)`
  const isThere = isAscending
    ? sql`${ORDER_DATE} >= (${day}::timestamp at time zone 'America/Chicago')`
    : sql`${ORDER_DATE} < ((${day} + 1)::timestamp at time zone 'America/Chicago')`
  return sql`with start as materialized (${dayOfRow(institutions, query, { skip, isAscending })})
    ${orders} and ${isThere} order by ${orderOf(query)} limit ${top} offset ${skip} - (select before from start)`
}

/**
 * First the orders with a value to sort by, then the others: the index has them in the same order for both
 * directions.
 */
function filledFirst(query: ListQuery, orders: Rows): Rows {
  const { orderBy, skip, top, isAscending } = query
  const [column] = SORT_COLUMNS[orderBy]
  const [filled, empty] = [sql`${orders} and ${column} is not null`, sql`${orders} and ${column} is null`]
  const direction = isAscending ? sql`asc` : sql`desc`
  return sql`with filled as materialized (
      select id, row_number() over () as place from (
        ${filled} order by ${orderOfFilled(query)} ${page(query)}) first
    ), empty as materialized (
      select id, ${top} + row_number() over () as place from (
        ${empty} order by id ${direction} limit ${top} - (select count(*) from filled)
        offset case when ${skip} = 0 or exists (select from filled) then 0
          else ${skip} - (select count(*) from (${filled}) all_filled) end) others
    )
    select id from (select * from filled union all select * from empty) placed order by place`
}

/** For several institutions: of each, as many rows as the page may contain, sorted. */
function mergedIds(query: ListQuery, where: Rows): Rows {
  const { institutions, orderBy, skip, top } = query
  const most = skip + top
  if (most * institutions.length > MERGED)
    return sql`select id from orders where ${listedAt(institutions)} and ${where} order by ${orderOf(query)} ${page(query)}`
  const columns = SORT_COLUMNS[orderBy]
  const names = columns.map((_, index) => sql.id(`key_${index}`))
  const keys = columns.map((column, index) => sql`, ${column} as ${names[index] ?? sql``}`)
  return sql`select id from unnest(${institutions}::text[]) at (code) cross join lateral (
      select id ${sql.join(keys, sql` `)} from orders where institution_code = at.code and not is_blank and ${where}
      order by ${orderOf(query)} limit ${most}) each_first
    order by ${orderOf(query, names)} ${page(query)}`
}

/**
 * A search's matches, as SQL for a table with `id` and `ordered_at`; null if the filters search for nothing.
 * What the index of terms cannot answer is checked for each order. With `most`, of more matches only so many.
 */
export function foundOf(query: ListQuery, most?: number): Rows | null {
  const by = foundBy(query.institutions, filtersOf(query), most)
  if (!by) return null
  const rest =
    conditionsOf(by.rest).length === 0
      ? sql``
      : sql`where exists (select from orders where id = terms.order_id and ${conditionOf(by.rest)})`
  return sql`select order_id as id, ordered_at from ${by.found} terms ${rest} ${upTo(most)}`
}

export const upTo = (most: number | undefined) => (most === undefined ? sql`` : sql`limit ${most}`)

/**
 * A page of a search with more than `most` matches: of the first `most` orders of the list, those that match. It may find
 * less than a page though there are more matches. Null where no index has the list's order.
 */
export function walkedIds(query: ListQuery, most: number): Rows | null {
  const { institutions, orderBy, skip, top } = query
  if (institutions.length > 1 || skip + top > MOST_WALKED_TO) return null
  const [column] = SORT_COLUMNS[orderBy]
  const mayBeEmpty = MAY_BE_EMPTY.includes(orderBy)
  const filled = mayBeEmpty ? sql`and ${column} is not null` : sql``
  const order = mayBeEmpty ? orderOfFilled(query) : orderOf(query)
  return sql`select id from (
      select id, ${conditionOf(filtersOf(query))} as is_match from orders
      where ${listedAt(institutions)} ${filled} order by ${order} limit ${most}) walked
    where is_match ${page(query)}`
}

/** The result that a list by date is narrowed by, beside at most its stages; undefined for any other list. */
export function resultLed(query: ListQuery): KeptResult | undefined {
  const { result, ...others } = query
  return isKept(result) && query.orderBy === 'orderDate' && isByState(others) ? result : undefined
}

/** A page of such a list, which the index has in order of each institution, as SQL for a table with `id`. */
function idsWithResult(query: ListQuery, result: KeptResult): Rows {
  const { institutions, skip, top, stages } = query
  const order = orderOf(query, [sql`ordered_at`])
  return sql`select id from unnest(${institutions}::text[]) at (code) cross join lateral (
      select order_id as id, ordered_at from ${withResult(sql`at.code`, result, inStages(stages))} listed
      order by ${order} limit ${skip + top}) each_first
    order by ${order} ${page(query)}`
}

/** A page of `found`, a table like that of `foundOf`. */
export function idsAmong(found: Rows, query: ListQuery): Rows {
  if (query.orderBy === 'orderDate')
    return sql`select id from ${found} order by ${orderOf(query, [sql`ordered_at`])} ${page(query)}`
  return sql`select id from orders where id in (select id from ${found}) order by ${orderOf(query)} ${page(query)}`
}
