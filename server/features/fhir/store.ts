import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ConsentOfPerson } from '#domain/consent/ledger.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { fetusOf } from '#domain/orders/subject.ts'
import type { AnsweredQuestionnaire } from '#domain/questions/questionnaire.ts'
import { table } from '#domain/table.ts'
import type { OrdersTable, Tables } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'
import { answeredQuestionnaires } from '#server/features/catalogue/public.ts'
import { IS_QUESTIONED, ledgerOf, STAGE, withdrawalsOfAll } from '#server/features/orders/public.ts'
import type { Criteria, SearchableType } from './criteria.ts'
import { ONLY_STATUS, type SubmittedStage } from './statuses.ts'

/** An order with everything its resources need. */
export interface StoredOrder {
  order: Selectable<OrdersTable>
  institutionName: string
  questionnaires: AnsweredQuestionnaire[]
  /** Person by person, with what was withdrawn since. */
  consents: ConsentOfPerson[]
  samples: Selectable<Tables['sample']>[]
  /** The newest report for each test, with the time of the last change to any of its versions. */
  reports: StoredReport[]
  /** The laboratory's holds. */
  holds: Selectable<Tables['order_hold']>[]
  /**
   * Every current version for the patient or the fetuses, newest first: an addendum appears beside the version it adds to.
   */
  counting: Omit<StoredReport, 'updatedAt'>[]
  /** The time of the last event. */
  updatedAt: Date
}

/** A version, and when its report changed: also through another version that arrived or was withdrawn. */
export type StoredReport = ReportRow & { updatedAt: Date }
type ReportRow = Selectable<Tables['report']> & { is_questioned: boolean }

const HAPPENED = sql<Date>`greatest(o.updated_at, (select max(at) from order_event
  where order_id = o.id and at >= o.created_at - interval '1 day'))`

/** Up to when the statements after this one see every change of a report, and every event of an order. */
export async function seenUntil({ db }: Scope): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`select seen_until() as until`.execute(db)
  const [row] = rows
  if (!row) throw new Error('seen_until is a function of one value')
  return row.until
}

/** Until the transaction ends nothing about these orders changes. By number, so that two readers never wait for each other. */
export async function lockOrders({ db }: Scope, ids: readonly number[]): Promise<void> {
  await sql`select from orders where id = any (${ids}::bigint[]) order by id for update`.execute(db)
}

/** The orders in `among` that may match, by number, at most `limit`. */
export async function ordersFor(
  scope: Scope,
  criteria: Criteria,
  among: readonly number[],
  limit: number,
): Promise<StoredOrder[]> {
  if (among.length === 0) return []
  const { db } = scope
  const orders = await db
    .selectFrom('orders as o')
    .innerJoin('institution as i', 'i.code', 'o.institution_code')
    .selectAll('o')
    .select(['i.name as institution_name', HAPPENED.as('happened_at')])
    .where(sql<SqlBool>`o.id = any (${among}::bigint[])`)
    .where('o.state', '<>', 'draft')
    .where((eb) => eb.and(conditions(criteria)))
    .orderBy('o.id')
    .limit(limit)
    .execute()
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return []
  const of = <T extends 'sample' | 'order_hold'>(table: T) =>
    sql<Selectable<Tables[T]>>`select * from ${sql.table(table)} where order_id = any (${ids}) order by id`
  const { rows: samples } = await of('sample').execute(db)
  const reports = await db
    .selectFrom('report')
    .selectAll()
    .select(IS_QUESTIONED.as('is_questioned'))
    .where(sql<SqlBool>`order_id = any (${ids})`)
    .orderBy('id')
    .execute()
  const { rows: holds } = await of('order_hold').execute(db)
  const questionnaires = await answeredQuestionnaires(
    db,
    orders.map(({ document }) => document),
  )
  const withdrawals = await withdrawalsOfAll(scope, ids)
  const titles = orders.every(({ consents_asked }) => consents_asked !== null)
    ? []
    : await db.selectFrom('consent').select(['id', 'title']).execute()
  return orders.map(({ institution_name, happened_at, ...order }, index) => ({
    order,
    questionnaires: questionnaires[index] ?? [],
    consents: ledgerOf(
      order,
      withdrawals.filter(({ orderId }) => orderId === order.id),
      titles,
    ),
    institutionName: institution_name,
    updatedAt: happened_at,
    samples: samples.filter((one) => one.order_id === order.id),
    reports: newest(
      reports.filter((one) => one.order_id === order.id && isOfSubject(order, one)),
      happened_at,
    ),
    holds: holds.filter((one) => one.order_id === order.id && one.released_at === null),
    counting: reports
      .filter((one) => one.order_id === order.id && isOfSubject(order, one) && one.state === 'current')
      .sort((a, b) => b.version - a.version),
  }))
}

/** Of the patient, or of a fetus that the order is for. A relative's reports can be read in the portal only. */
export function isOfSubject(
  { document }: Pick<Selectable<OrdersTable>, 'document'>,
  { person }: Pick<ReportRow, 'person'>,
): boolean {
  return person === PROBAND || fetusOf(document, person) !== null
}

/** For each test of each subject the current version, else the newest withdrawn one. */
function newest(reports: ReportRow[], happenedAt: Date): StoredReport[] {
  const byTest = new Map<string, ReportRow>()
  for (const one of reports) {
    if (one.state === 'superseded') continue
    const subject = `${one.person} ${one.test_code}`
    const before = byTest.get(subject)
    const counts = (report: typeof one) => Number(report.state === 'current')
    if (
      !before ||
      counts(before) < counts(one) ||
      (counts(before) === counts(one) && before.version < one.version)
    )
      byTest.set(subject, one)
  }
  return [...byTest.values()].map((one) => {
    const ofTest = reports.filter(
      ({ person, test_code }) => person === one.person && test_code === one.test_code,
    )
    return {
      ...one,
      updatedAt: new Date(Math.max(...ofTest.map((row) => changedAt(row, happenedAt).getTime()))),
    }
  })
}

/**
 * When a version last changed. For versions withdrawn before this was recorded: at the last event at the
 * latest.
 */
function changedAt({ changed_at, state, received_at }: Selectable<Tables['report']>, happenedAt: Date): Date {
  return changed_at ?? (state === 'withdrawn' ? happenedAt : received_at)
}

/** A coarse filter: the resources themselves decide. */
function conditions({ type, status, updated }: Criteria): Expression<SqlBool>[] {
  // A report was updated when it arrived, which may be long before its order's last change, and when a
  // version changed.
  const isOrders = type !== 'DiagnosticReport'
  return [
    ...(status === null ? [] : withStatus(type, status)),
    ...(type === 'DiagnosticReport' ? [reportWithin(updated)] : []),
    ...(updated.from && isOrders ? [sql<SqlBool>`${HAPPENED} >= ${updated.from}`] : []),
    ...(updated.before && isOrders ? [sql<SqlBool>`${HAPPENED} < ${updated.before}`] : []),
  ]
}

function reportWithin({ from, before }: Criteria['updated']): Expression<SqlBool> {
  const at = sql`coalesce(changed_at, case when report.state = 'withdrawn' then ${HAPPENED} else received_at end)`
  return sql<SqlBool>`exists (select from report where order_id = o.id
    and (${from}::timestamptz is null or ${at} >= ${from}) and (${before}::timestamptz is null or ${at} < ${before}))`
}

function withStatus(type: SearchableType, statuses: string[]): Expression<SqlBool>[] {
  if (type === 'Specimen' && !statuses.includes('available'))
    return [sql<SqlBool>`exists (select from sample where order_id = o.id and rejected_at is not null)`]
  if (type === 'DiagnosticReport')
    return [
      sql<SqlBool>`exists (select from report where order_id = o.id
        and case when report.state = 'withdrawn' then 'entered-in-error' when ${IS_QUESTIONED} then 'unknown'
          when report.status = 'addended' then 'appended' else report.status end = any (${statuses}::text[]))`,
    ]
  if (type === 'Consent') return consentWith(statuses)
  const only = ONLY_STATUS[type]
  if (only !== undefined) return statuses.includes(only) ? [] : [sql<SqlBool>`false`]
  const known = type === 'ServiceRequest' ? REQUESTS : type === 'Task' ? TASKS : null
  if (known === null) return []
  const asked = statuses.flatMap((one) => known[one] ?? [])
  return [asked.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(asked, sql` or `)})`]
}

const stageIs = (...stages: SubmittedStage[]) => sql<SqlBool>`${STAGE} = any (${stages}::text[])`
/** `isAwaitingAnswer` as SQL: of an order with the reports of all tests, what was asked since, except to stop testing. */
const IS_ON_HOLD = sql<SqlBool>`(o.on_hold_since is not null or o.state = 'reported' and exists (select from order_hold
  where order_id = o.id and released_at is null and held_at > o.reported_at and hold_key !~ '^WITHDRAWN-[0-9]+$'))`

/** The orders of which a test, or the Task, may have a status. */
const REQUESTS = table<RawBuilder<SqlBool>>({
  active: sql`(${stageIs('en-route', 'accessioned', 'in-process')} or o.has_pending_test)`,
  'on-hold': IS_ON_HOLD,
  completed: stageIs('reported'),
  revoked: sql`(${stageIs('cancelled')} or o.cancelled_tests <> '{}')`,
})
const TASKS = table<RawBuilder<SqlBool>>({
  requested: stageIs('en-route'),
  accepted: stageIs('accessioned'),
  'in-progress': sql`(${stageIs('in-process')} or o.has_pending_test)`,
  'on-hold': IS_ON_HOLD,
  completed: stageIs('reported'),
  cancelled: stageIs('cancelled'),
})

/** Only a withdrawal makes a consent inactive; the other statuses depend on the answers. */
function consentWith(statuses: string[]): Expression<SqlBool>[] {
  if (['active', 'rejected', 'proposed'].some((one) => statuses.includes(one))) return []
  if (!statuses.includes('inactive')) return [sql<SqlBool>`false`]
  return [sql<SqlBool>`exists (select from consent_withdrawal where order_id = o.id)`]
}

/** A report's PDF, by the numbers of the order and the report. */
export function reportFile({ db }: Scope, orderId: number, reportId: number) {
  return db
    .selectFrom('report')
    .selectAll()
    .select(IS_QUESTIONED.as('is_questioned'))
    .where('order_id', '=', orderId)
    .where('id', '=', reportId)
    .executeTakeFirst()
}
