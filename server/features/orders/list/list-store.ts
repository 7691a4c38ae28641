import { sql } from 'kysely'
import type { Carrier } from '#domain/lookups.ts'
import type { ReportStatus } from '#domain/reports/statuses.ts'
import type { ListedResult } from '#domain/results/words.ts'
import { CACHED_PLAN } from '#server/database/fast-lane/fast-lane.ts'
import type { Reading } from '#server/database/scope.ts'
import type { StoredOrder } from '../store.ts'
import { type pendingOf, WHAT_IS_PENDING } from '../view/pending.ts'
import { conditionOf, OF_SUBJECT } from './list-filters.ts'
import {
  DEEP,
  filtersOf,
  firstPage,
  foundOf,
  idsAmong,
  idsOf,
  type ListQuery,
  resultLed,
  upTo,
  walkedIds,
} from './list-page.ts'
import { listedAt, providersNamed, storedCount } from './order-counts.ts'
import { IN_TRANSIT, MAY_AWAIT_PARCELS, MAY_SHIP, SHIPPABLE } from './unsent.ts'

/** The columns a row needs; the document, which is much larger, is not read. */
const ROW_COLUMNS = [
  ...['id', 'institution_code', 'state', 'state_before_cancel', 'accession_number', 'test_code', 'test_name'],
  ...['patient_first_name', 'patient_last_name', 'patient_date_of_birth', 'patient_sex', 'fetuses'],
  'provider_name',
  ...['record_numbers', 'is_vob', 'vob_status', 'open_points', 'asked_submitter_name', 'sent_back_at'],
  'responsible_name',
  ...['created_at', 'updated_at', 'submitted_at', 'expected_on', 'clock', 'reported_at', 'report_opened_at'],
  ...['has_pending_test', 'on_hold_since', 'missing_info', 'earlier'],
] as const satisfies readonly (keyof StoredOrder)[]
export type StoredRow = Pick<StoredOrder, (typeof ROW_COLUMNS)[number]>

/**
 * A row of a list, with its samples without a tracking number or in a parcel that has arrived, and its parcels
 * in transit. Which of them are late or missing depends on the day.
 */
export type ListedRow = StoredRow & {
  /** `arrived` is an instant with the database's offset; null without a parcel. */
  unsent_samples: {
    id: number
    patientName: string
    specimenType: string
    shipmentId: number | null
    arrived: string | null
  }[]
  /** `entered` is an instant with the database's offset. */
  parcels_on_way: { carrier: Carrier; number: string; entered: string }[]
  /**
   * Of the patient's newest current report; 'withdrawn' if none is current any more, null if none arrived.
   */
  report_status: ReportStatus | null
  /** Of the patient's or the fetuses' current reports; null if none has arrived, or is filled (`resultFilling`). */
  result: ListedResult | null
  /** What tells which of its tests have no report yet; null unless some do and others have none. */
  partly_reported: Parameters<typeof pendingOf>[1] | null
}

const columns = ROW_COLUMNS.map((name) => `orders.${name}`).join(', ')
const unsentSamples = `case when ${MAY_SHIP} then (
    select coalesce(json_agg(json_build_object('id', sample.id, 'patientName', sample.patient_name,
      'specimenType', sample.specimen_type, 'shipmentId', sample.shipment_id, 'arrived', shipment.arrived_at) order by sample.id), '[]')
    from sample left join shipment on shipment.id = sample.shipment_id
    where sample.order_id = orders.id and ${SHIPPABLE}
      and (sample.shipment_id is null or shipment.arrived_at is not null)
  ) else '[]' end`
const parcelsInTransit = `case when ${MAY_AWAIT_PARCELS} then (
    select coalesce(json_agg(distinct jsonb_build_object('carrier', shipment.carrier,
      'number', shipment.tracking_number, 'entered', shipment.created_at)), '[]')
    from sample join shipment on shipment.id = sample.shipment_id
    where sample.order_id = orders.id and ${IN_TRANSIT}
  ) else '[]' end`

const reportStatus = `case when orders.state in ('draft', 'en-route') then null else (
    select coalesce((array_agg(status order by version desc) filter (where report.state = 'current'))[1],
      case when count(*) > 0 then 'withdrawn' end)
    from report where order_id = orders.id and ${OF_SUBJECT}
  ) end`

const result = `case when orders.state in ('draft', 'en-route') then null else (
    select json_build_object('outcomes', coalesce(json_agg(distinct outcome) filter (where outcome is not null), '[]'),
      'overall', coalesce(string_agg(distinct overall, ', ') filter (where outcome = 'other'), ''),
      'isQuestioned', coalesce(bool_or(report.state = 'current' and report.id in (select questioned_reports(orders.id))), false))
    from report left join reported_result on report_id = report.id
    where report.order_id = orders.id and report.${OF_SUBJECT}
    having count(*) > 0 and (count(report_id) > 0 or not bool_or(report.state = 'current'))
  ) end`

/** Prepared as one text, instead of being composed for each list. */
const visibleColumns = sql.raw(
  `${columns}, ${unsentSamples} as unsent_samples, ${parcelsInTransit} as parcels_on_way, ${reportStatus} as report_status, ${result} as result,
    ${WHAT_IS_PENDING} as partly_reported`,
)
type CountedRow = ListedRow & { total: number }

/** For a test or result with more orders than this, scanning all orders finds a page sooner. */
const FEW = 5000

/** A page, and the number of all orders of the list; `hasMore` if that is only how far they were counted. */
export interface ListedPage {
  total: number
  hasMore: boolean
  rows: ListedRow[]
}

/**
 * One page of the institutions' orders, and the total. With `countTo`, what has to be counted one by one may be counted no
 * further, or to the end of the page.
 */
export async function listOrders(
  scope: Pick<Reading, 'db'>,
  listQuery: ListQuery,
  countTo?: number,
): Promise<ListedPage> {
  const { provider, institutions, skip, top } = listQuery
  const providers = provider === undefined ? undefined : await providersNamed(scope, institutions, provider)
  const query: ListQuery = { ...listQuery, provider: undefined, providers }
  const storedTotal = storedCount(institutions, filtersOf(query))
  const hasOwnIndex = !resultLed(query) && (query.test !== undefined || query.result !== undefined)
  // The count is needed for the query, not only for display.
  const usesStoredCount = storedTotal !== null && (hasOwnIndex || query.skip >= DEEP)
  const total = usesStoredCount ? await numberOf(scope, storedTotal) : undefined
  if (total !== undefined && query.skip >= total) return { total, hasMore: false, rows: [] }
  const first = storedTotal && firstPage(query, sql`${storedTotal} as total, ${visibleColumns}`)
  if (first) {
    const { rows } = await sql<CountedRow>`${sql.raw(CACHED_PLAN)} ${first}`.execute(scope.db)
    return { total: rows[0]?.total ?? 0, hasMore: false, rows }
  }
  const most = storedTotal === null && countTo !== undefined ? Math.max(countTo, skip + top) : undefined
  const isMany = total !== undefined && total > FEW && hasOwnIndex
  if (!isMany && !resultLed(query) && foundOf(query)) return pageOfFound(scope, query, most)
  const toCount = sql`select from orders where ${listedAt(institutions)} and ${conditionOf(filtersOf(query))}`
  const counted = sql`(select count(*) from (${toCount} ${upTo(oneMore(most))}) to_count)`
  const number = total === undefined ? (storedTotal ?? counted) : sql`${total}::bigint`
  return within(most, await pageOf(scope, sql``, number, rowsOf(idsOf(query, total))))
}

const oneMore = (most: number | undefined) => (most === undefined ? undefined : most + 1)

/** Of a page that was counted to one more than `most`. */
function within(most: number | undefined, { total, rows }: Omit<ListedPage, 'hasMore'>): ListedPage {
  const hasMore = most !== undefined && total > most
  return { total: hasMore ? most : total, hasMore, rows }
}

/**
 * A page of what an index finds. Of more than `most` matches, its rows are looked for in the order of the list; where that
 * does not give a page, all are found, and counted.
 */
async function pageOfFound(scope: Pick<Reading, 'db'>, query: ListQuery, most?: number): Promise<ListedPage> {
  const ofFound = (from: Value, limit?: number) =>
    pageOf(
      scope,
      sql`with found as materialized (${foundOf(query, limit)})`,
      sql`(select count(*) from found)`,
      rowsOf(idsAmong(from, query)),
    )
  const walked = most === undefined ? null : walkedIds(query, most)
  if (most !== undefined && walked) {
    // Too many to be all of them are not sorted.
    const allOrNone = sql`(select * from found where (select count(*) from found) <= ${most}) found`
    const counted = within(most, await ofFound(allOrNone, most + 1))
    if (!counted.hasMore) return counted
    const { rows } = await pageOf(scope, sql``, sql`0`, rowsOf(walked))
    if (rows.length === query.top) return { ...counted, rows }
  }
  return within(undefined, await ofFound(sql`found`))
}

type Value = ReturnType<typeof sql>

async function numberOf({ db }: Pick<Reading, 'db'>, value: Value): Promise<number> {
  const { rows } = await sql<{ value: number }>`select ${value} as value`.execute(db)
  return rows[0]?.value ?? 0
}

const rowsOf = (ids: Value) =>
  sql`select ${visibleColumns}
    from (select id, row_number() over () as listed from (${ids}) ids) page_ids join orders using (id) order by listed`

/** The total and the rows in one statement, so that they match. */
async function pageOf({ db }: Pick<Reading, 'db'>, before: Value, total: Value, listed: Value) {
  const { rows } = await sql<CountedRow>`${before}
    select counted.total, page.* from (select ${total} as total) counted
    left join (select row_number() over () as place, * from (${listed}) listed) page on true order by place`.execute(
    db,
  )
  const [first] = rows
  // Without orders there is one row, with the total only.
  return { total: first?.total ?? 0, rows: first?.id === null ? [] : rows }
}
