import { sql } from 'kysely'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { LabEvent } from '#domain/orders/lab-events.ts'
import type { LabProjection } from '#domain/orders/lab-projection.ts'
import { type ReportDoubt, WITHOUT_RESULT } from '#domain/reports/decisions.ts'
import { filedReportsIn } from '#domain/reports/filed-reports.ts'
import type { IdentityDoubt } from '#domain/reports/person.ts'
import type { Source, StoredLabUpdate } from '../inbox/lab-events.ts'
import { addLaboratoryEvent, type GatewayTransaction, type StoredOrder } from '../store.ts'

interface Check {
  why: IdentityDoubt | ReportDoubt
  /** Whether it is already an event of the order. */
  isFiled: boolean
  key: string
  labUpdate: StoredLabUpdate
  source: Source
}

/**
 * Makes a result wait for a decision at the laboratory. The clinic sees that one is being checked, and no
 * more.
 */
export async function addCheck(
  db: GatewayTransaction,
  order: StoredOrder,
  { why, isFiled, key, labUpdate, source }: Check,
): Promise<void> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('result_check')
    .values({
      ...{ order_id: order.id, institution_code: order.institution_code, message_id: source.messageId },
      ...{ result_key: key, why, is_filed: isFiled, status: labUpdate.report?.status ?? 'unclear' },
      ...{ news: JSON.stringify(labUpdate), received_at: source.receivedAt },
    })
    // A result that a later message settled may wait again because of a still later message that was sent
    // before it.
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'result_key'])
        .doUpdateSet({ why, outcome: null, decided_at: null, decided_by_name: '', reason: '' })
        .where('result_check.outcome', '=', 'settled'),
    )
    .executeTakeFirstOrThrow()
  if (added === 1n && !(WITHOUT_RESULT as readonly string[]).includes(why))
    await addLaboratoryEvent(db, order, 'result-checked')
}

/**
 * Whether a result for the order waits or waited at the desk: like a filed one, a waiting or reassigned
 * result may be withdrawn.
 */
export async function hasChecks(db: GatewayTransaction, orderId: number): Promise<boolean> {
  // All of the few: a `limit` would have the statement planned anew for each message (server/database/fast-lane/statements.ts).
  const found = await db
    .selectFrom('result_check')
    .select('id')
    .where('order_id', '=', orderId)
    .where('why', 'not in', [...WITHOUT_RESULT])
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', 'in', ['taken', 'assigned'])]))
    .execute()
  return found.length > 0
}

/** The updates of an order that a person at the laboratory filed, as they were received. */
export async function decidedUpdates(db: GatewayTransaction, orderId: number): Promise<StoredLabUpdate[]> {
  const rows = await db
    .selectFrom('result_check')
    .select('news')
    .where('order_id', '=', orderId)
    .where('outcome', '=', 'taken')
    .execute()
  return rows.map(({ news: labUpdate }) => labUpdate as StoredLabUpdate)
}

interface Reason {
  events: readonly LabEvent[]
  /** The update that has just arrived; null for a person's decision. */
  labUpdate: StoredLabUpdate | null
  source: Source
}

/** A message's update about its report, without the person, which was decided already. */
function updateOfCheck(key: string, { events, labUpdate }: Reason): StoredLabUpdate | null {
  const filed = filedReportsIn(events).find((one) => one.key === key)
  if (!filed) return null
  const { person: _, decided: __, ...reportContent } = filed
  const report = { ...reportContent, read: labUpdate?.report?.read ?? { report: '', results: [] } }
  const emptyUpdate = {
    hold: null,
    release: null,
    specimens: [],
    treatments: [],
    refusal: '',
    notes: '',
    declined: null,
  }
  const testCode = reportContent.identity.testCode
  return {
    ...{
      ...emptyUpdate,
      orderId: null,
      laboratoryNumber: null,
      testCode,
      state: null,
      at: reportContent.madeAt,
    },
    ...{ patient: labUpdate?.patient ?? null, report },
  }
}

/**
 * Updates the result desk to what follows from all events of an order; what a later message settled is
 * removed.
 */
export async function resolveChecks(
  db: GatewayTransaction,
  order: StoredOrder,
  { waiting, reports }: Pick<LabProjection, 'waiting' | 'reports'>,
  reason: Reason,
): Promise<void> {
  for (const { key, why } of waiting) {
    const labUpdate = updateOfCheck(key, reason)
    if (labUpdate) await addCheck(db, order, { why, isFiled: true, key, labUpdate, source: reason.source })
  }
  const keys = waiting.map(({ key }) => key)
  const newest = reports.at(-1)
  const came = newest ? `Settled by the report of ${todayAtLaboratory(newest.madeAt)}.` : ''
  await db
    .updateTable('result_check')
    .set({
      ...{ outcome: 'settled', decided_at: sql<Date>`now()`, decided_by_name: 'Laboratory' },
      reason: sql<string>`case when why = 'final-without-report' then ${came} else reason end`,
    })
    .where('order_id', '=', order.id)
    .where('is_filed', '=', true)
    .where('outcome', 'is', null)
    .$if(keys.length > 0, (query) => query.where('result_key', 'not in', keys))
    .execute()
}
