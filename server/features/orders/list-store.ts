import { sql } from 'kysely'
import type { OrderColumn } from '#contract/order-search.ts'
import { mayFrom } from '#domain/orders/status.ts'
import type { Scope } from '#server/database/scope.ts'
import { conditionsOf, type Filters, ORDER_DATE } from './list-filters.ts'
import type { StoredOrder } from './store.ts'

/** What an order may have nothing of: those come last, either way. */
const MAY_BE_EMPTY: readonly OrderColumn[] = ['dateOfBirth', 'labNumber', 'provider', 'expected']

// People look for Ångström under A, which the database's own order does not have.
const SORT_COLUMNS = {
  orderDate: [ORDER_DATE],
  patient: [sql`patient_last_name collate "unicode"`, sql`patient_first_name collate "unicode"`],
  dateOfBirth: [sql`nullif(patient_date_of_birth, '')`],
  test: [sql`test_name collate "unicode"`],
  labNumber: [sql`accession_number`],
  id: [sql`id`],
  provider: [sql`nullif(provider_name, '') collate "unicode"`],
  hospital: [sql`institution_code`],
  status: [
    sql`array_position(array['draft', 'en-route', 'accessioned', 'in-process', 'reported', 'pending-cancellation', 'cancelled'], state)`,
  ],
  expected: [sql`expected_on`],
} as const satisfies Record<OrderColumn, readonly unknown[]>

/** What a row of a list is made of; the document, which is much more, is not read. */
const ROW_COLUMNS = [
  ...['id', 'institution_code', 'state', 'accession_number', 'test_code', 'test_codes', 'test_name'],
  ...['patient_first_name', 'patient_last_name', 'patient_date_of_birth', 'patient_sex', 'provider_name'],
  ...['is_vob', 'vob_status', 'open_points', 'asked_submitter_name', 'created_at', 'updated_at'],
  ...['submitted_at', 'expected_on', 'reported_at', 'report_opened_at', 'on_hold_since', 'missing_info'],
] as const satisfies readonly (keyof StoredOrder)[]
export type StoredRow = Pick<StoredOrder, (typeof ROW_COLUMNS)[number]>

export interface ListQuery extends Filters {
  institutions: readonly string[]
  skip: number
  top: number
  orderBy: OrderColumn
  isAscending: boolean
}

function ordersOf({ db }: Scope, institutions: readonly string[], filters: Filters) {
  const [only = ''] = institutions
  const orders = db.selectFrom('orders')
  // Of one institution, an index has them in the order of the list already.
  let found =
    institutions.length <= 1
      ? orders.where('institution_code', '=', only)
      : orders.where('institution_code', 'in', institutions)
  for (const condition of conditionsOf(filters)) found = found.where(condition)
  return found
}

/** One page of the orders of institutions, and how many there are in all. */
export async function listOrders(
  scope: Scope,
  query: ListQuery,
): Promise<{ total: number; rows: StoredRow[] }> {
  const { institutions, skip, top, orderBy, isAscending, ...filters } = query
  const found = ordersOf(scope, institutions, filters)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const direction = isAscending ? 'asc' : 'desc'
  let page = found.select([...ROW_COLUMNS])
  for (const column of SORT_COLUMNS[orderBy])
    page = page.orderBy(column, (by) =>
      MAY_BE_EMPTY.includes(orderBy) ? by[direction]().nullsLast() : by[direction](),
    )
  const rows = await page.orderBy('id', direction).offset(skip).limit(top).execute()
  return { total, rows }
}

/** The samples of orders whose way can be said (domain/samples/sample.ts, `whyNotShipped`) and was not, by order. */
export async function samplesToShip(
  { db }: Scope,
  orders: readonly StoredRow[],
): Promise<Map<number, number[]>> {
  const open = orders.filter(({ state }) => mayFrom('ship', state)).map(({ id }) => id)
  if (open.length === 0) return new Map()
  const rows = await db
    .selectFrom('sample')
    .select('order_id')
    .select(sql<number[]>`array_agg(id order by id)`.as('samples'))
    .where('order_id', 'in', open)
    .where('shipment_id', 'is', null)
    .where('accessioned_at', 'is', null)
    .where('rejected_at', 'is', null)
    .where((eb) => eb.or([eb('recollection_of', 'is', null), eb('collected_again_at', 'is not', null)]))
    .groupBy('order_id')
    .execute()
  return new Map(rows.map(({ order_id, samples }) => [order_id, samples.map(Number)]))
}

/** What the orders of institutions can be narrowed by. Tests and providers without a name are left out. */
export async function facetsOf(scope: Scope, institutions: readonly string[], filters: Filters) {
  const orders = ordersOf(scope, institutions, filters)
  const codes = orders.select(sql<string>`unnest(test_codes)`.as('code'))
  const tests = await scope.db
    .selectFrom(codes.as('ordered'))
    .select('code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('code')
    .execute()
  const providers = await orders
    .where('provider_name', '<>', '')
    .select('provider_name as name')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('provider_name')
    .orderBy(sql`provider_name collate "unicode"`)
    .execute()
  const day = sql<string>`(${ORDER_DATE} at time zone 'America/Chicago')::date`
  const { total, first, last } = await orders
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .select(sql<string | null>`min(${day})`.as('first'))
    .select(sql<string | null>`max(${day})`.as('last'))
    .executeTakeFirstOrThrow()
  return { tests, providers, total, first, last }
}

/** How many orders each of the scope's institutions has, by the institution's name. */
export function countByInstitution(scope: Scope, filters: Filters) {
  const counts = ordersOf(scope, scope.institutions, filters)
    .select('institution_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy('institution_code')
  return scope.db
    .selectFrom(counts.as('counted'))
    .innerJoin('institution', 'institution.code', 'counted.institution_code')
    .select(['institution.code', 'institution.name', 'counted.count'])
    .orderBy(sql`institution.name collate "unicode"`)
    .execute()
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
