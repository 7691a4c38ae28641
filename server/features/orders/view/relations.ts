import { type SqlBool, sql } from 'kysely'
import type { ConsentWithdrawal } from '#domain/consent/ledger.ts'
import type { Scope } from '#server/database/scope.ts'
import type { StoredOrder } from '../store.ts'
import { type pendingOf, WHAT_IS_PENDING } from './pending.ts'
import { recordSystemsOf } from './record-systems.ts'

/**
 * No event is older than the order, so earlier partitions are not read. Subtracting a day keeps one plan for
 * all orders.
 */
function eventsOf(scope: Scope, { id, created_at }: Pick<StoredOrder, 'id' | 'created_at'>) {
  return scope.db
    .selectFrom('order_event')
    .selectAll()
    .where('order_id', '=', id)
    .where('at', '>=', sql<Date>`${created_at}::timestamptz - interval '1 day'`)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** Whether an undecided laboratory message may withdraw the report. */
export const IS_QUESTIONED = sql<boolean>`report.id in (select questioned_reports(report.order_id))`

export function reportsOf(scope: Scope, id: number) {
  return scope.db
    .selectFrom('report')
    .selectAll()
    .select(IS_QUESTIONED.as('is_questioned'))
    .where('order_id', '=', id)
    .orderBy('version', 'desc')
    .execute()
}

export type StoredReport = Awaited<ReturnType<typeof reportsOf>>[number]

/** It is current, and nobody at the institution has opened it. */
export function isUnread({ state, opened_at }: Pick<StoredReport, 'state' | 'opened_at'>): boolean {
  return state === 'current' && opened_at === null
}

/**
 * Whether a message about its results waits for a decision at the laboratory. The clinic is told no more than
 * that.
 */
async function isResultChecked({ db }: Scope, id: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select is_result_checked(${id}) as is`.execute(db)
  return rows[0]?.is ?? false
}

async function institutionName({ db }: Scope, code: string): Promise<string> {
  const found = await db.selectFrom('institution').select('name').where('code', '=', code).executeTakeFirst()
  return found?.name ?? code
}

/** Samples with the parcel that each travels in. */
export function samplesWithParcel({ db }: Scope) {
  return (
    db
      .selectFrom('sample')
      .leftJoin('shipment', 'shipment.id', 'sample.shipment_id')
      .selectAll('sample')
      .select(['shipment.carrier', 'shipment.tracking_number', 'shipment.arrived_at'])
      .select('shipment.created_at as shipment_created_at')
      // For a recollected sample: when the previous one was rejected.
      .select(({ selectFrom }) =>
        selectFrom('sample as replaced')
          .whereRef('replaced.id', '=', 'sample.recollection_of')
          .select('replaced.rejected_at')
          .as('replaced_rejected_at'),
      )
  )
}
export type StoredSample = Awaited<ReturnType<ReturnType<typeof samplesWithParcel>['execute']>>[number]

function samplesOf(scope: Scope, id: number) {
  return samplesWithParcel(scope).where('order_id', '=', id).orderBy('sample.id').execute()
}

/** The specimen of an added test. Read by itself: nothing else of its order is opened by that. */
async function storedSpecimenOf({ db }: Scope, { institution_code, document: { addOn } }: StoredOrder) {
  if (addOn === null) return undefined
  const found = await db
    .selectFrom('sample')
    .select(['sample_key', 'specimen_type', 'date_of_collection'])
    .where('institution_code', '=', institution_code)
    .where('id', '=', addOn.sampleId)
    .where('order_id', '=', addOn.orderId)
    .executeTakeFirst()
  return (
    found && {
      ...{ key: found.sample_key, specimenType: found.specimen_type },
      dateOfCollection: found.date_of_collection,
    }
  )
}

function holdsOf({ db }: Scope, id: number) {
  return db
    .selectFrom('order_hold')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('held_at')
    .orderBy('id')
    .execute()
}

function treatmentsOf({ db, actor }: Scope, id: number) {
  return db
    .selectFrom('treatment')
    .leftJoin('treatment_view', (join) =>
      join
        .onRef('treatment_view.treatment_id', '=', 'treatment.id')
        .on('treatment_view.physician_id', '=', actor.id)
        // Of this text, not of one before it.
        .onRef('treatment_view.viewed_at', '>=', 'treatment.received_at'),
    )
    .select([
      'treatment.id',
      'treatment.title',
      'treatment.person',
      'treatment.made_at',
      'treatment.withdrawn_at',
      'treatment.of_replaced',
    ])
    .select('treatment_view.viewed_at')
    .where('treatment.order_id', '=', id)
    .orderBy('treatment.made_at')
    .execute()
}

async function documentsOf({ db }: Scope, id: number): Promise<number> {
  const { count } = await db
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The actor's own feedback. */
function feedbackOf({ db, actor }: Scope, id: number) {
  return db
    .selectFrom('order_feedback')
    .select(['rating', 'text'])
    .where('order_id', '=', id)
    .where('physician_id', '=', actor.id)
    .executeTakeFirst()
}

function additionsOf({ db }: Scope, id: number) {
  return db.selectFrom('requisition_addition').selectAll().where('order_id', '=', id).orderBy('id').execute()
}

/** The order made from a benefits verification. */
export async function orderedAs({ db }: Scope, id: number): Promise<number | null> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('made_from', '=', id)
    .where('made_as', '=', 'order')
    .orderBy('id')
    .executeTakeFirst()
  return found?.id ?? null
}

/** Its source, the orders made from it, and those made from the same source for other relatives. */
async function relatedOf({ db }: Scope, { id, made_from, made_as }: StoredOrder) {
  const columns = [
    ...['id', 'made_from', 'made_as', 'state', 'state_before_cancel', 'test_name'],
    ...['patient_first_name', 'patient_last_name', 'patient_date_of_birth', 'fetuses', 'has_pending_test'],
  ] as const
  // Numbered instead of with `limit`, with which it would be planned each time: thirty times what it takes to answer it.
  const rows = await db
    .selectFrom(({ selectFrom }) =>
      selectFrom('orders')
        .select(columns)
        .select(sql<number>`row_number() over (order by id)`.as('place'))
        .select(
          sql<Parameters<typeof pendingOf>[1] | null>`${sql.raw(WHAT_IS_PENDING)}`.as('partly_reported'),
        )
        .where('id', '<>', id)
        .where((eb) =>
          eb.or([
            eb('made_from', '=', id),
            ...(made_from === null ? [] : [eb('id', '=', made_from)]),
            ...(made_as === 'relative'
              ? [eb.and([eb('made_from', '=', made_from), eb('made_as', '=', 'relative')])]
              : []),
          ]),
        )
        .as('numbered'),
    )
    .select([...columns, 'partly_reported'])
    .where('place', '<=', MOST_RELATED)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    relation: relationTo({ id, made_from }, row),
    as: (row.id === made_from ? made_as : row.made_as) ?? 'again',
  }))
}
/** Larger than any family. */
const MOST_RELATED = 50

function relationTo(of: Pick<StoredOrder, 'id' | 'made_from'>, row: Pick<StoredOrder, 'id' | 'made_from'>) {
  if (row.id === of.made_from) return 'origin' as const
  return row.made_from === of.id ? ('copy' as const) : ('sibling' as const)
}

/** The consents withdrawn since the order was submitted, oldest first. */
export async function withdrawalsOf({ db }: Scope, id: number): Promise<ConsentWithdrawal[]> {
  // Not as a list of one, for which PostgreSQL plans each time.
  const rows = await withdrawals(db).where('order_id', '=', id).execute()
  return rows.map(presentWithdrawal)
}

/** The withdrawals of several orders, each with its order's number, oldest first. */
export async function withdrawalsOfAll(
  { db }: Scope,
  ids: readonly number[],
): Promise<(ConsentWithdrawal & { orderId: number })[]> {
  const rows = await withdrawals(db).where(sql<SqlBool>`order_id = any (${ids}::bigint[])`).execute()
  return rows.map((row) => ({ orderId: row.order_id, ...presentWithdrawal(row) }))
}

const withdrawals = (db: Scope['db']) => db.selectFrom('consent_withdrawal').selectAll().orderBy('id')

const presentWithdrawal = (
  row: Awaited<ReturnType<ReturnType<typeof withdrawals>['execute']>>[number],
): ConsentWithdrawal => ({
  ...{ patient: row.patient_key, items: row.items, on: row.withdrawn_on, reason: row.reason },
  ...{ by: row.recorded_by_name, at: row.recorded_at.toISOString() },
})

/** An order's relations besides its own row, and their queries. */
const LOADERS = {
  related: relatedOf,
  institutionName: (scope: Scope, row: StoredOrder) => institutionName(scope, row.institution_code),
  events: eventsOf,
  documents: (scope: Scope, { id }: StoredOrder) => documentsOf(scope, id),
  additions: (scope: Scope, { id }: StoredOrder) => additionsOf(scope, id),
  orderedAs: async (scope: Scope, { id, vob_status }: StoredOrder) =>
    vob_status === null ? null : orderedAs(scope, id),
  reports: (scope: Scope, { id }: StoredOrder) => reportsOf(scope, id),
  isResultChecked: (scope: Scope, { id }: StoredOrder) => isResultChecked(scope, id),
  samples: (scope: Scope, { id }: StoredOrder) => samplesOf(scope, id),
  storedSpecimen: storedSpecimenOf,
  holds: (scope: Scope, { id }: StoredOrder) => holdsOf(scope, id),
  treatments: (scope: Scope, { id }: StoredOrder) => treatmentsOf(scope, id),
  feedback: (scope: Scope, { id }: StoredOrder) => feedbackOf(scope, id),
  withdrawals: (scope: Scope, { id }: StoredOrder) => withdrawalsOf(scope, id),
  recordSystems: (scope: Scope, { id }: StoredOrder) => recordSystemsOf(scope, id),
}
export type OrderRelations = { [Name in keyof typeof LOADERS]: Awaited<ReturnType<(typeof LOADERS)[Name]>> }

/** The relations that exist only once the laboratory has an order. */
export const RELATIONS_BEFORE_LABORATORY = {
  reports: [],
  isResultChecked: false,
  holds: [],
  treatments: [],
  feedback: undefined,
  withdrawals: [],
}
/** Not queried for a draft, which is saved with every pause in typing. */
const RELATIONS_OF_DRAFT = { ...RELATIONS_BEFORE_LABORATORY, samples: [], recordSystems: [] }

/** For a new order that was not made from another, and is no added test. */
export function relationsOfNew(institutionName: string, events: OrderRelations['events']): OrderRelations {
  const none = { related: [], documents: 0, additions: [], orderedAs: null, storedSpecimen: undefined }
  return { ...RELATIONS_OF_DRAFT, ...none, institutionName, events }
}

/** All relations; those in `known` are not queried. */
export async function loadRelations(
  scope: Scope,
  row: StoredOrder,
  known: Partial<OrderRelations> = {},
): Promise<OrderRelations> {
  const has: Partial<OrderRelations> = { ...(row.state === 'draft' ? RELATIONS_OF_DRAFT : {}), ...known }
  const names = Object.keys(LOADERS) as (keyof OrderRelations)[]
  const each = names.map(async (name) => [name, name in has ? has[name] : await LOADERS[name](scope, row)])
  return Object.fromEntries(await Promise.all(each)) as OrderRelations
}
