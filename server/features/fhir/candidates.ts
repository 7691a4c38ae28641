import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '#server/database/scope.ts'
import type { Criteria } from './criteria.ts'

/** How many orders are examined together. */
export const WINDOW = 5000

/** Up to this many institutions are queried one by one. With more, most orders belong to them anyway. */
const FEW_INSTITUTIONS = 20

/**
 * Orders that may match, by number, at most `WINDOW`. `isAll`: there are no others from the first of them on;
 * otherwise the search continues after the last.
 */
export interface Candidates {
  ids: number[]
  isAll: boolean
}

/**
 * The candidates from order number `from` on: if an index covers the criteria, its matches; otherwise the
 * scope's next orders, whatever they are.
 */
export async function candidatesFrom(scope: Scope, criteria: Criteria, from: number): Promise<Candidates> {
  const ids = byIndex(criteria, from) ?? next(scope, from)
  const { rows } = await sql<{ id: number }>`${ids}`.execute(scope.db)
  return { ids: rows.map(({ id }) => id), isAll: rows.length < WINDOW }
}

type Value = RawBuilder<unknown>

function byIndex({ type, id, identifier, patient }: Criteria, from: number): Value | null {
  if (type === 'Organization') return firstOfInstitutions(id ?? identifier?.value ?? null, from)
  if (type === 'Practitioner') return providers({ id, identifier }, from)
  const exact = [
    ...(id === null ? [] : [any(orderIn(id))]),
    ...(patient === null ? [] : [any(orderIn(patient))]),
    ...(identifier === null || isRecordNumber(type)
      ? []
      : [any([...orderIn(identifier.value), sql<SqlBool>`accession_number = ${identifier.value}`])]),
  ]
  if (exact.length > 0)
    return sql`select id from orders where state <> 'draft' and id >= ${from} and ${sql.join(exact, sql` and `)}
      order by id limit ${WINDOW}`
  if (identifier === null) return null
  // An identifier of a person contains the number of their order.
  return sql`select id from (
      select id from orders_with_record_number(${identifier.value}, ${from}, ${WINDOW}) id
      union select id from orders where state <> 'draft' and id >= ${from} and ${any(orderIn(identifier.value))}
    ) found order by id limit ${WINDOW}`
}

const isRecordNumber = (type: Criteria['type']) => type === 'Patient' || type === 'RelatedPerson'

/** An institution has many orders; the first one is enough to present it. */
const firstOfInstitutions = (criterion: string | null, from: number) =>
  sql`select id from unnest(scope_institutions()) code cross join lateral (
      select id from orders where institution_code = code and state <> 'draft' order by id limit 1) first_of
    where id >= ${from} and (${criterion}::text is null or code = ${criterion}) order by id limit ${WINDOW}`

/** The same for providers. */
function providers({ id, identifier }: Pick<Criteria, 'id' | 'identifier'>, from: number): Value {
  const [, npi] = /^npi-(.+)$/.exec(id ?? '') ?? []
  const [, order] = /^order-(\d{1,15})$/.exec(id ?? '') ?? []
  if (id !== null && npi === undefined && order === undefined) return sql`select 0 as id where false`
  const criterion = npi ?? order ?? identifier?.value ?? null
  return sql`select id from first_orders_of_providers(${criterion}, ${from}, ${WINDOW}) id order by id`
}

function next({ institutions }: Scope, from: number): Value {
  if (institutions.length > FEW_INSTITUTIONS)
    return sql`select id from orders where institution_code = any (${institutions}::text[]) and state <> 'draft'
      and id >= ${from} order by id limit ${WINDOW}`
  return sql`select id from unnest(${institutions}::text[]) code cross join lateral (
      select id from orders where institution_code = code and state <> 'draft' and id >= ${from}
      order by id limit ${WINDOW}) each_of
    order by id limit ${WINDOW}`
}

/** The order that an id belongs to: its number precedes the number of the part. */
function orderIn(text: string): Expression<SqlBool>[] {
  const [, order] = /^(?:NW)?(\d{1,15})(?:-|$)/.exec(text) ?? []
  return order ? [sql<SqlBool>`id = ${order}::bigint`] : []
}

const any = (options: Expression<SqlBool>[]) =>
  options.length > 0 ? sql<SqlBool>`(${sql.join(options, sql` or `)})` : sql<SqlBool>`false`
