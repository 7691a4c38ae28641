import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { PROBAND } from '#domain/orders/document.ts'
import { whoIs } from '#domain/orders/family.ts'
import { matchingHold } from '#domain/orders/hold-history.ts'
import type { LabProjection } from '#domain/orders/lab-projection.ts'
import type { OrderStateInfo } from '#domain/orders/status.ts'
import { type StoredClock, storedClock } from '#domain/turnaround/stored-clock.ts'
import { fileResults } from '#server/features/results/public.ts'
import type { GatewayTransaction, StoredOrder } from '../store.ts'
import { holdsOf, type OrderRelations, reportsOf, treatmentsOf } from './relations.ts'
import { writeReports } from './write-reports.ts'

interface ProjectionChange {
  /** The projection before. */
  before: LabProjection
  projection: LabProjection
  orderState: OrderStateInfo
  /** A new report has arrived that nobody has opened. */
  isUnread: boolean
  /** The message with the update. */
  messageId: number | null
}

/** Stores an order's projection in the order and its holds, reports and treatments. */
export async function writeProjection(
  db: GatewayTransaction,
  order: StoredOrder,
  { before, projection, orderState, isUnread, messageId }: ProjectionChange,
): Promise<void> {
  const columns = {
    state: orderState.state,
    state_before_cancel: orderState.stateBeforeCancel,
    accession_number: projection.laboratoryNumber,
    expected_on: projection.expectedOn,
    clock: clockOfOrder(order, projection),
    reported_at: projection.reportedAt,
    has_pending_test: projection.hasPendingTest,
    cancelled_tests: projection.cancelledTests,
    ...(isUnread ? { report_opened_at: null } : {}),
  }
  if (!isDeepStrictEqual({ ...order, ...columns }, order))
    await db.updateTable('orders').set(columns).where('id', '=', order.id).execute()
  // Unchanged parts are stored already.
  const isNew = (what: 'holds' | 'reports' | 'treatments') =>
    !isDeepStrictEqual(before[what], projection[what])
  const { id } = order
  if (isNew('holds')) await writeHolds(db, order, await holdsOf(db, id), projection)
  if (isNew('reports')) {
    await writeReports(db, order, await reportsOf(db, id), projection.reports, messageId)
    await fileResults(db, id)
  }
  if (isNew('treatments')) await writeTreatments(db, order, await treatmentsOf(db, id), projection)
}

/** Null for an order of which only the day is known. */
function clockOfOrder({ turnaround, document }: StoredOrder, projection: LabProjection): StoredClock | null {
  const { clock, isPromised, specimens } = projection
  const hasArrived = [...specimens.values()].some(({ arrivedAt }) => arrivedAt !== null)
  const ownerOf = (key: string) => {
    const patient = document.samples.find((sample) => sample.key === key)?.patient ?? PROBAND
    return whoIs(document, patient)
  }
  return storedClock({ turnaround, clock, isPromised, hasArrived, ownerOf })
}

const same = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()

/**
 * Stores the projection of an order's samples. A rejected sample must be recollected: as a new sample, of
 * which nothing may be known yet. Returns all samples the order now has.
 */
export async function writeSamples(
  db: GatewayTransaction,
  stored: OrderRelations['samples'],
  projection: LabProjection,
): Promise<OrderRelations['samples']> {
  const samples = [...stored]
  const parcels = new Set<number>()
  // A recollected sample may be rejected as well, and is appended to the list.
  for (const sample of samples) {
    const { arrivedAt, rejected } = projection.specimens.get(sample.sample_key) ?? {
      arrivedAt: null,
      rejected: null,
    }
    if (!same(sample.accessioned_at, arrivedAt) && sample.shipment_id) parcels.add(sample.shipment_id)
    if (!same(sample.accessioned_at, arrivedAt) || !same(sample.rejected_at, rejected?.at ?? null))
      await db
        .updateTable('sample')
        .set({
          accessioned_at: arrivedAt,
          rejected_at: rejected?.at ?? null,
          ...{ reject_code: rejected?.code ?? '', reject_words: rejected?.words ?? '' },
        })
        .where('id', '=', sample.id)
        .execute()
    if (rejected && !samples.some(({ recollection_of }) => recollection_of === sample.id))
      samples.push(await addRecollection(db, sample, samples))
  }
  await arriveParcels(db, [...parcels])
  return samples
}

type Sample = OrderRelations['samples'][number]

/**
 * Counted, not drawn as the numbers of messages: after a restore the laboratory sends again what it has sent since, and this
 * rejection is to give the number under which it then tells of the very specimen that was taken again.
 */
async function addRecollection(
  db: GatewayTransaction,
  rejected: Sample,
  all: readonly Sample[],
): Promise<Sample> {
  const base =
    rejected.recollection_of === null ? rejected.sample_key : rejected.sample_key.replace(/-r\d+$/, '')
  let n = 1
  while (all.some(({ sample_key }) => sample_key === `${base}-r${n}`)) n += 1
  const { order_id, institution_code, patient_name, relationship, specimen_type } = rejected
  return db
    .insertInto('sample')
    .values({
      ...{ order_id, institution_code, patient_name, relationship, specimen_type },
      ...{ sample_key: `${base}-r${n}`, date_of_collection: '', recollection_of: rejected.id },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * A parcel has arrived with the first of its samples. Locked first: another order's sample may arrive at the
 * same time.
 */
async function arriveParcels(db: GatewayTransaction, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db.selectFrom('shipment').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  await db
    .updateTable('shipment')
    .set((eb) => ({
      arrived_at: eb
        .selectFrom('sample')
        .select((sample) => sample.fn.min('accessioned_at').as('first'))
        .whereRef('sample.shipment_id', '=', 'shipment.id'),
    }))
    .where('id', 'in', ids)
    .execute()
}

/** A hold keeps its row, and so its answer, when an earlier start becomes known. */
async function writeHolds(
  db: GatewayTransaction,
  { id, institution_code }: StoredOrder,
  stored: OrderRelations['holds'],
  { holds }: LabProjection,
): Promise<void> {
  for (const hold of holds) {
    const { key, kind, words, heldAt, releasedAt } = hold
    const row = stored.find(
      ({ hold_key, ...row }) =>
        matchingHold(holds, { key: hold_key, words: row.words, heldAt: row.held_at }) === hold,
    )
    const values = { kind, words, held_at: heldAt, released_at: releasedAt }
    if (!row)
      await db
        .insertInto('order_hold')
        .values({ order_id: id, institution_code, hold_key: key, ...values })
        .execute()
    else if (!same(row.held_at, heldAt) || !same(row.released_at, releasedAt) || row.kind !== kind)
      await db.updateTable('order_hold').set(values).where('id', '=', row.id).execute()
  }
}

async function writeTreatments(
  db: GatewayTransaction,
  { id, institution_code }: StoredOrder,
  stored: OrderRelations['treatments'],
  { treatments }: LabProjection,
): Promise<void> {
  for (const { key, person, testCode, title, text, madeAt, isWithdrawn, isOfReplaced } of treatments) {
    const row = stored.find(({ treatment_key }) => treatment_key === key)
    const withdrawn_at = isWithdrawn ? (row?.withdrawn_at ?? new Date()) : null
    const values = {
      ...{ test_code: testCode, person, title },
      recommendation: text,
      made_at: madeAt,
      withdrawn_at,
      of_replaced: isOfReplaced,
    }
    if (row && isDeepStrictEqual({ ...row, ...values }, row)) continue
    // Whoever read another text has not read this one.
    const isOther = row && (row.title !== title || row.recommendation !== text)
    const received = isOther ? { received_at: sql<Date>`now()` } : {}
    await db
      .insertInto('treatment')
      .values({ order_id: id, institution_code, treatment_key: key, ...values })
      .onConflict((conflict) =>
        conflict.columns(['order_id', 'treatment_key']).doUpdateSet({ ...values, ...received }),
      )
      .execute()
  }
}
