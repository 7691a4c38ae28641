import { type SqlBool, sql } from 'kysely'
import type { OrderEvent } from '#contract/orders.ts'
import type { OrderState } from '#domain/orders/status.ts'
import { searchable } from '#domain/text/searchable.ts'
import { likeText } from '#server/database/like.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'
import type { projection } from './projection.ts'

type Projection = ReturnType<typeof projection>

const ORDER_DATE = sql<Date>`coalesce(submitted_at, created_at)`

/**
 * Writes a new draft. The same `draftKey` again gives the draft that stands, so that a retried request makes none
 * twice; `created` tells which.
 */
export async function insertDraft(scope: Scope, institution: string, draftKey: string, columns: Projection) {
  const name = nameOf(scope.actor)
  const inserted = await scope.db
    .insertInto('orders')
    .values({
      ...columns,
      institution_code: institution,
      draft_key: draftKey,
      created_by: scope.actor.id,
      created_by_name: name,
      responsible_id: scope.actor.id,
      responsible_name: name,
      updated_by_name: name,
    })
    .onConflict((conflict) => conflict.columns(['institution_code', 'created_by', 'draft_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, created: true }
  const standing = await scope.db
    .selectFrom('orders')
    .select('id')
    .where('institution_code', '=', institution)
    .where('created_by', '=', scope.actor.id)
    .where('draft_key', '=', draftKey)
    .executeTakeFirstOrThrow()
  return { id: standing.id, created: false }
}

/** The order, or undefined when there is none in the scope. `lock` holds it until the transaction ends. */
export function findOrder(scope: Scope, institution: string, id: number, { lock = false } = {}) {
  const found = scope.db
    .selectFrom('orders')
    .selectAll()
    .where('institution_code', '=', institution)
    .where('id', '=', id)
  return (lock ? found.forUpdate() : found).executeTakeFirst()
}

export async function saveDocument(scope: Scope, id: number, version: number, columns: Projection) {
  await scope.db
    .updateTable('orders')
    .set({ ...columns, version, updated_at: sql`now()`, updated_by_name: nameOf(scope.actor) })
    .where('id', '=', id)
    .execute()
}

export async function markSubmitted(scope: Scope, id: number) {
  await scope.db
    .updateTable('orders')
    .set({
      state: 'en-route',
      submitted_at: sql`now()`,
      submitted_by: scope.actor.id,
      submitted_by_name: nameOf(scope.actor),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteDraft(scope: Scope, id: number) {
  await scope.db.deleteFrom('orders').where('id', '=', id).where('state', '=', 'draft').execute()
}

export async function addEvent(
  scope: Scope,
  order: { id: number; institution: string },
  kind: OrderEvent['kind'],
  detail = '',
) {
  await scope.db
    .insertInto('order_event')
    .values({
      order_id: order.id,
      institution_code: order.institution,
      kind,
      actor: nameOf(scope.actor),
      actor_id: scope.actor.id,
      detail,
    })
    .execute()
}

export function eventsOf(scope: Scope, id: number) {
  return scope.db
    .selectFrom('order_event')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

export function reportsOf(scope: Scope, id: number) {
  return scope.db
    .selectFrom('report')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
}

/** Marks the report as opened; true for the first time. */
export async function markOpened(scope: Scope, id: number): Promise<boolean> {
  const first = await scope.db
    .updateTable('orders')
    .set({ report_opened_at: sql`now()` })
    .where('id', '=', id)
    .where('report_opened_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return first !== undefined
}

export async function institutionName(scope: Scope, code: string): Promise<string> {
  const found = await scope.db
    .selectFrom('institution')
    .select('name')
    .where('code', '=', code)
    .executeTakeFirst()
  return found?.name ?? code
}

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
  skip: number
  top: number
  orderBy: keyof typeof SORT_COLUMNS
  isAscending: boolean
}

/** Every word must be found: in names and tests, as the beginning of a number, or as a gene of the test. */
function wordMatches(word: string) {
  return sql<SqlBool>`(search_text like ${`%${likeText(searchable(word))}%`}
    or accession_number ilike ${`${likeText(word)}%`}
    or id::text = ${word}
    or test_code in (select code from test where genes @> array[${word.toUpperCase()}]))`
}

/** One page of an institution's orders, and how many there are in all. */
export async function listOrders(scope: Scope, query: ListQuery) {
  let found = scope.db.selectFrom('orders').where('institution_code', '=', query.institution)
  if (query.states.length > 0) found = found.where('state', 'in', query.states)
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
