import { type SqlBool, sql } from 'kysely'
import type { OrderState } from '#domain/orders/status.ts'
import { searchable } from '#domain/text/searchable.ts'
import { likeText } from '#server/database/like.ts'
import type { Scope } from '#server/database/scope.ts'

const ORDER_DATE = sql<Date>`coalesce(submitted_at, created_at)`

const SORT_COLUMNS = {
  orderDate: [ORDER_DATE],
  // People look for Ångström under A, which the database's own order does not have.
  patient: [sql`patient_last_name collate "unicode"`, sql`patient_first_name collate "unicode"`],
  test: [sql`test_name collate "unicode"`],
  labNumber: [sql`accession_number`],
  status: [
    sql`array_position(array['draft', 'en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation', 'cancelled'], state)`,
  ],
  expected: [sql`expected_on`],
} as const

export interface ListQuery {
  institution: string
  states: readonly OrderState[]
  keyword: string
  /** Only drafts that this user is asked to submit; null: all. */
  askedOf: number | null
  skip: number
  top: number
  orderBy: keyof typeof SORT_COLUMNS
  isAscending: boolean
}

/** Every word must be found: in names and tests, as the beginning of a number, a day of birth or a gene of the test. */
function wordMatches(word: string) {
  return sql<SqlBool>`(search_text like ${`%${likeText(searchable(word))}%`}
    or accession_number ilike ${`${likeText(word)}%`}
    or id::text = ${word}
    or patient_date_of_birth = ${word}
    or test_code in (select code from test where genes @> array[${word.toUpperCase()}]))`
}

/** One page of an institution's orders, and how many there are in all. */
export async function listOrders(scope: Scope, query: ListQuery) {
  let found = scope.db.selectFrom('orders').where('institution_code', '=', query.institution)
  if (query.states.length > 0) found = found.where('state', 'in', query.states)
  if (query.askedOf !== null)
    found = found.where('state', '=', 'draft').where('asked_submitter_id', '=', query.askedOf)
  for (const word of query.keyword.trim().split(/\s+/).filter(Boolean)) found = found.where(wordMatches(word))
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const direction = query.isAscending ? 'asc' : 'desc'
  let page = found.selectAll()
  for (const column of SORT_COLUMNS[query.orderBy])
    page = page.orderBy(column, (by) => by[direction]().nullsLast())
  const rows = await page.orderBy('id', direction).offset(query.skip).limit(query.top).execute()
  return { total, rows }
}

/** How many orders stand in each state, and how many reports nobody has opened. */
export async function countOrders(scope: Scope, institution: string) {
  const orders = scope.db.selectFrom('orders').where('institution_code', '=', institution)
  const states = await orders
    .select(['state'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('state')
    .execute()
  const { unread } = await orders
    .where('state', '=', 'reported')
    .where('report_opened_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return { states, unread }
}
