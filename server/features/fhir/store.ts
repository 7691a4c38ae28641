import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Scope } from '#server/database/scope.ts'
import type { OrdersTable, Tables } from '#server/database/tables.ts'
import type { Criteria, SearchableType } from './criteria.ts'
import { statesFor } from './statuses.ts'

/** An order with all that its resources are made of. */
export interface StoredOrder {
  order: Selectable<OrdersTable>
  institutionName: string
  samples: Selectable<Tables['sample']>[]
  /** The newest of each test. */
  reports: Selectable<Tables['report']>[]
  /** What the laboratory waits for. */
  holds: Selectable<Tables['order_hold']>[]
  /** The last thing that happened. */
  updatedAt: Date
}

/** Providers and institutions are of many orders: the first of each tells who they are. */
const ONE_OF_MANY: Partial<Record<SearchableType, ReturnType<typeof sql<string>>>> = {
  Practitioner: sql<string>`coalesce(nullif(document->'orderingProvider'->>'npi', ''), id::text)`,
  Organization: sql<string>`institution_code`,
}

const HAPPENED = sql<Date>`greatest(o.updated_at, (select max(at) from order_event
  where order_id = o.id and at >= o.created_at - interval '1 day'))`

/** Submitted orders that may have what is searched for, by their number, from `from` on. */
export async function ordersFor(
  { db }: Scope,
  criteria: Criteria,
  from: number,
  limit: number,
): Promise<StoredOrder[]> {
  const group = ONE_OF_MANY[criteria.type]
  const orders = await db
    .selectFrom('orders as o')
    .innerJoin('institution as i', 'i.code', 'o.institution_code')
    .selectAll('o')
    .select(['i.name as institution_name', HAPPENED.as('happened_at')])
    .where('o.state', '<>', 'draft')
    .where('o.id', '>=', from)
    .where((eb) => eb.and(conditions(criteria)))
    .$if(group !== undefined, (query) =>
      query.where(
        sql<SqlBool>`o.id in (select min(id) from orders where state <> 'draft' group by ${group ?? sql`id`})`,
      ),
    )
    .orderBy('o.id')
    .limit(limit)
    .execute()
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return []
  const of = <T extends 'sample' | 'report' | 'order_hold'>(table: T) =>
    sql<Selectable<Tables[T]>>`select * from ${sql.table(table)} where order_id = any (${ids}) order by id`
  const { rows: samples } = await of('sample').execute(db)
  const { rows: reports } = await of('report').execute(db)
  const { rows: holds } = await of('order_hold').execute(db)
  return orders.map(({ institution_name, happened_at, ...order }) => ({
    order,
    institutionName: institution_name,
    updatedAt: happened_at,
    samples: samples.filter((one) => one.order_id === order.id),
    reports: newest(reports.filter((one) => one.order_id === order.id)),
    holds: holds.filter((one) => one.order_id === order.id && one.released_at === null),
  }))
}

function newest(reports: Selectable<Tables['report']>[]): Selectable<Tables['report']>[] {
  const byTest = new Map<string, Selectable<Tables['report']>>()
  for (const one of reports) {
    const before = byTest.get(one.test_code)
    if (!before || before.version < one.version) byTest.set(one.test_code, one)
  }
  return [...byTest.values()]
}

/** Coarse: what the resources themselves say decides. */
function conditions({ type, id, identifier, patient, status, updated }: Criteria): Expression<SqlBool>[] {
  const orderIn = (text: string) => {
    const [, order] = /^(?:NW)?(\d{1,15})(?:-|$)/.exec(text) ?? []
    return order ? [sql<SqlBool>`o.id = ${order}::bigint`] : []
  }
  const any = (options: Expression<SqlBool>[]) =>
    options.length > 0 ? sql<SqlBool>`(${sql.join(options, sql` or `)})` : sql<SqlBool>`false`
  const ofMany = type === 'Practitioner' || type === 'Organization'
  return [
    ...(id === null ? [] : [any(ofMany ? manyById(type, id) : orderIn(id))]),
    ...(patient === null ? [] : [any(orderIn(patient))]),
    ...(identifier === null
      ? []
      : [any([...orderIn(identifier.value), ...byIdentifier(type, identifier.value)])]),
    ...(status === null ? [] : withStatus(type, status)),
    ...(type === 'DiagnosticReport' ? [sql<SqlBool>`exists (select from report where order_id = o.id)`] : []),
    ...(updated.from ? [sql<SqlBool>`${HAPPENED} >= ${updated.from}`] : []),
  ]
}

function withStatus(type: SearchableType, asked: string[]): Expression<SqlBool>[] {
  if (type === 'Specimen' && !asked.includes('available'))
    return [sql<SqlBool>`exists (select from sample where order_id = o.id and rejected_at is not null)`]
  const states = statesFor(type, asked)
  if (states === null) return []
  const held = asked.includes('on-hold') ? sql<SqlBool>`o.on_hold_since is not null` : sql<SqlBool>`false`
  return [sql<SqlBool>`(${held} or (o.on_hold_since is null and o.state = any (${states})))`]
}

function manyById(type: SearchableType, id: string): Expression<SqlBool>[] {
  if (type === 'Organization') return [sql<SqlBool>`o.institution_code = ${id}`]
  const [, npi] = /^npi-(.+)$/.exec(id) ?? []
  const [, order] = /^order-(\d{1,15})$/.exec(id) ?? []
  return [
    ...(npi ? [sql<SqlBool>`o.document->'orderingProvider'->>'npi' = ${npi}`] : []),
    ...(order ? [sql<SqlBool>`o.id = ${order}::bigint`] : []),
  ]
}

function byIdentifier(type: SearchableType, value: string): Expression<SqlBool>[] {
  switch (type) {
    case 'Patient':
    case 'RelatedPerson':
      return [
        sql<SqlBool>`exists (select from jsonb_array_elements(o.document->'patients') person
                             where trim(person->>'recordNumber') = ${value})`,
      ]
    case 'Practitioner':
      return [sql<SqlBool>`o.document->'orderingProvider'->>'npi' = ${value}`]
    case 'Organization':
      return [sql<SqlBool>`o.institution_code = ${value}`]
    default:
      return [sql<SqlBool>`o.accession_number = ${value}`]
  }
}

/** A report's PDF by the order and the report's own number. */
export function reportFile({ db }: Scope, orderId: number, reportId: number) {
  return db
    .selectFrom('report')
    .select(['institution_code', 'file_key', 'version'])
    .where('order_id', '=', orderId)
    .where('id', '=', reportId)
    .executeTakeFirst()
}
