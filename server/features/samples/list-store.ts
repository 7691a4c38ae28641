import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IsoDate } from '#domain/dates/dates.ts'
import {
  ORDER_STAGES,
  ORDER_STATE_META,
  type OrderStage,
  SEARCH_STATUSES,
  type SearchStatus,
} from '#domain/orders/status.ts'
import { type SampleStatus, STATUS_AT_LABORATORY } from '#domain/samples/sample.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { searchable } from '#domain/text/searchable.ts'
import { likeText } from '#server/database/like.ts'
import type { Scope } from '#server/database/scope.ts'
import {
  isUnsent,
  MAY_SHIP,
  orderConditions,
  PARTLY_REPORTED,
  parcelIsLate,
  plainColumn,
  STAGE,
  UNSETTLED,
} from '#server/features/orders/public.ts'
import { samplesWithOrder } from './store.ts'

const stagesWhere = (predicate: (stage: OrderStage) => boolean) =>
  sql<SqlBool>`${STAGE} = any (${ORDER_STAGES.filter(predicate)}::text[])`

/** A test of a reported order is pending (`sampleStatus`). */
const IS_STILL_TESTED = sql.raw(PARTLY_REPORTED)
const stays = sql<SqlBool>`sample.rejected_at is null`
const awaited = sql<SqlBool>`(${stays} and sample.accessioned_at is null
  and ${sql.raw(MAY_SHIP)} and ${sql.raw(UNSETTLED)})`
const toTakeAgain = sql<SqlBool>`(${awaited} and sample.recollection_of is not null and sample.collected_again_at is null)`

function statusIs(status: SampleStatus | SearchStatus): RawBuilder<SqlBool> {
  const search = SEARCH_STATUSES.find((one) => one === status)
  if (search) return stagesWhere((stage) => ORDER_STATE_META[stage].search === search)
  if (status === 'Rejected') return sql<SqlBool>`not ${stays}`
  if (status === 'Awaiting') return sql<SqlBool>`(${stays} and sample.accessioned_at is null)`
  const atStage = stagesWhere((stage) => STATUS_AT_LABORATORY[stage] === status)
  const there = sql<SqlBool>`(case when ${IS_STILL_TESTED} then ${status} = 'Active' else ${atStage} end)`
  return sql<SqlBool>`(${stays} and sample.accessioned_at is not null and ${there})`
}

const FILTERS = {
  'on-its-way': (today: IsoDate) => sql<SqlBool>`(${awaited} and not ${isUnsent(today)})`,
  'late-parcel': (today: IsoDate) => sql<SqlBool>`(${awaited} and ${parcelIsLate(today)})`,
  'not-sent': (today: IsoDate) => sql<SqlBool>`(${awaited} and ${isUnsent(today)} and not ${toTakeAgain})`,
  'to-take-again': () => toTakeAgain,
} as const satisfies Record<string, (today: IsoDate) => RawBuilder<SqlBool>>

/** With `deep`, a word may also match where the list of orders would find it. */
function wordMatches(word: string, deep: boolean): RawBuilder<SqlBool> {
  const [inOrder] = orderConditions({ keyword: word })
  const alsoDeep =
    deep && inOrder ? sql`or sample.order_id in (select id from orders where ${inOrder})` : sql``
  return sql<SqlBool>`(${plainColumn(sql<string>`sample.patient_name`)} like ${`%${likeText(searchable(word))}%`}
    or lower(sample.specimen_type) like ${`%${likeText(word.toLowerCase())}%`}
    or shipment.tracking_number ilike ${`%${likeText(word)}`}
    or orders.accession_number ilike ${`${likeText(word)}%`}
    or ${word} in (sample.id::text, sample.order_id::text) ${alsoDeep})`
}

const SORT_COLUMNS = {
  changed: sql`sample.changed_at`,
  patient: sql`sample.patient_name collate "unicode"`,
  specimen: sql`sample.specimen_type`,
  collected: sql`nullif(sample.date_of_collection, '')`,
  labNumber: sql`orders.accession_number`,
  status: sql`case when sample.rejected_at is not null then 4 when sample.accessioned_at is null then 0
    when ${STAGE} = 'in-process' or ${IS_STILL_TESTED} then 2 when ${STAGE} = 'reported' then 3 else 1 end`,
  expected: sql`orders.expected_on`,
} as const

export interface SamplesQuery {
  statuses?: readonly (SampleStatus | SearchStatus)[]
  filters?: readonly (keyof typeof FILTERS)[]
  keyword?: string
  /** Also searches the orders. */
  deep?: boolean
  orderBy?: keyof typeof SORT_COLUMNS
  isAscending?: boolean
  skip?: number
  top: number
  today: IsoDate
}

const anyOf = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

function conditionsOf(query: SamplesQuery): RawBuilder<SqlBool>[] {
  const { statuses = [], filters = [], keyword = '', deep = false, today } = query
  const words = searchTerms(keyword)
  return [
    ...(statuses.length > 0 ? [anyOf(statuses.map(statusIs))] : []),
    ...(filters.length > 0 ? [anyOf(filters.map((name) => FILTERS[name](today)))] : []),
    ...words.map((word) => wordMatches(word, deep)),
  ]
}

function rows(scope: Scope) {
  return samplesWithOrder(scope).select([
    ...(['orders.test_name', 'orders.provider_name', 'orders.expected_on'] as const),
    'sample.changed_at',
  ])
}
export type StoredRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

/** The number of an institution's samples, read from an index alone. */
function numberOf({ db }: Scope, institution: string) {
  return db.selectFrom('sample').where('sample.institution_code', '=', institution)
}

/**
 * A page of an institution's samples. By `changed`, which is never null, an index provides the order; any
 * other sort reads all matches.
 */
export function pageOfSamples(scope: Scope, institution: string, query: SamplesQuery) {
  let found = rows(scope).where('sample.institution_code', '=', institution)
  for (const condition of conditionsOf(query)) found = found.where(condition)
  const { orderBy = 'changed', isAscending = false, skip = 0, top } = query
  const direction = isAscending ? 'asc' : 'desc'
  const column = SORT_COLUMNS[orderBy]
  return found
    .orderBy(column, (by) => (orderBy === 'changed' ? by[direction]() : by[direction]().nullsLast()))
    .orderBy('sample.id', direction)
    .offset(skip)
    .limit(top)
    .execute()
}

/** One page of an institution's samples, and the total. */
export async function listSamples(scope: Scope, institution: string, query: SamplesQuery) {
  const conditions = conditionsOf(query)
  let counted = rows(scope).clearSelect().where('sample.institution_code', '=', institution)
  for (const condition of conditions) counted = counted.where(condition)
  const { total } = await (conditions.length === 0 ? numberOf(scope, institution) : counted)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { total, rows: await pageOfSamples(scope, institution, query) }
}
