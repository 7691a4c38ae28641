import { fail } from '#contract/errors.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import type { MessageStatus } from '#domain/reports/statuses.ts'
import type { Scope } from '#server/database/scope.ts'
import { addToOrder, applyLabUpdate, knownEventsOf } from '../inbox/apply-update.ts'
import { type Filing, type Source, type StoredLabUpdate, toLabEvent } from '../inbox/lab-events.ts'
import type { SendOrderNotice } from '../inbox/order-notice.ts'
import { type GatewayTransaction, labEventsOf, orderOf } from '../store.ts'
import { type CheckRow, labUpdateOfCheck } from './desk-store.ts'

interface DecisionContext {
  sendOrderNotice: SendOrderNotice
  now: Date
}

function sourceOf(row: CheckRow): Source {
  return { messageId: row.message_id, name: `result-check-${row.id}`, receivedAt: row.received_at }
}

/**
 * The result in an update belongs to whichever order it is assigned to; numbers, specimens and holds belong
 * to the first order only.
 */
function resultOf(labUpdate: StoredLabUpdate, orderId: number): StoredLabUpdate {
  const state = labUpdate.report?.parts.length ? labUpdate.state : null
  return {
    ...{ ...labUpdate, orderId, state: state === 'cancelled' ? null : state, laboratoryNumber: null },
    ...{ hold: null, release: null, specimens: [] },
  }
}

/** Files a waiting result for a person on its order, or on another. */
export async function fileCheck(
  { db }: Scope,
  row: CheckRow,
  to: { orderId: number; person: PatientKey; as: MessageStatus | null; report?: string | undefined },
  { sendOrderNotice, now }: DecisionContext,
): Promise<void> {
  const transaction = db as GatewayTransaction
  const isOwn = to.orderId === row.order_id
  const labUpdate = labUpdateOfCheck(row)
  const decided: Filing = { person: to.person, decision: { as: to.as } }
  // If it is already an event of its order, it stays with its person there; assigned to another order, it is
  // no longer part of that report.
  if (row.is_filed) {
    const filed = await personFiled(transaction, row)
    const stays = isOwn && filed === to.person
    const of = stays ? to.report : undefined
    await addDecision(
      transaction,
      row,
      { outcome: stays ? 'taken' : 'refused', as: to.as, of },
      { sendOrderNotice, now },
    )
    if (stays) return
  }
  const given =
    isOwn && !row.is_filed ? { ...labUpdate, orderId: to.orderId } : resultOf(labUpdate, to.orderId)
  const takesDeclined = isOwn && row.why === 'declined-finding'
  await applyLabUpdate(transaction, given, {
    ...{ source: sourceOf(row), sendOrderNotice, decided, takesDeclined },
  })
}

/** Refuses a waiting result: it is filed to no order, and can still be read at the result desk. */
export async function refuseCheck({ db }: Scope, row: CheckRow, deciding: DecisionContext): Promise<void> {
  if (row.is_filed)
    await addDecision(db as GatewayTransaction, row, { outcome: 'refused', as: null }, deciding)
}

/** The person a waiting result is filed for; null if it is not an event of its order. */
export async function personFiled(db: GatewayTransaction, row: CheckRow): Promise<PatientKey | null> {
  const filed = (await labEventsOf(db, row.order_id)).find(({ key }) => key === row.result_key)
  return filed?.kind === 'result' ? filed.person : null
}

async function addDecision(
  db: GatewayTransaction,
  row: CheckRow,
  { outcome, as, of }: { outcome: 'taken' | 'refused'; as: MessageStatus | null; of?: string | undefined },
  { sendOrderNotice, now }: DecisionContext,
): Promise<void> {
  const order =
    (await orderOf(db, { orderId: row.order_id, laboratoryNumber: null, testCode: '' })) ?? fail('not-found')
  const decision = toLabEvent(
    { kind: 'decided', result: row.result_key, outcome, as, ...(of === undefined ? {} : { of }) },
    now,
  )
  const source = { ...sourceOf(row), messageId: null }
  await addToOrder(db, order, await knownEventsOf(db, order), [decision], {
    source,
    sendOrderNotice,
    labUpdate: null,
  })
}
