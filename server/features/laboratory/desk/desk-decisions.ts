import { fail } from '#contract/errors.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import type { MessageStatus } from '#domain/reports/statuses.ts'
import type { Scope } from '#server/database/scope.ts'
import { addToOrder, applyLabUpdate, knownEventsOf } from '../inbox/apply-update.ts'
import { type Source, type StoredLabUpdate, toLabEvent } from '../inbox/lab-events.ts'
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

/** What of news is of any order that its result is given to; its numbers, specimens and holds are of the first one. */
function resultOf(labUpdate: StoredLabUpdate, orderId: number): StoredLabUpdate {
  const state = labUpdate.report?.parts.length ? labUpdate.state : null
  return {
    ...{ ...labUpdate, orderId, state: state === 'cancelled' ? null : state, laboratoryNumber: null },
    ...{ hold: null, release: null, specimens: [] },
  }
}

/** Files a result that waits for a person of its order, or of another. */
export async function fileCheck(
  { db }: Scope,
  row: CheckRow,
  to: { orderId: number; person: PatientKey; as: MessageStatus | null; report?: string | undefined },
  { sendOrderNotice, now }: DecisionContext,
): Promise<void> {
  const transaction = db as GatewayTransaction
  const isOwn = to.orderId === row.order_id
  const labUpdate = labUpdateOfCheck(row)
  const decided = { person: to.person, taken: { as: to.as } }
  // What is a fact of its order already stays with its person there; given to somebody else it is none of that report.
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
  await applyLabUpdate(transaction, given, { source: sourceOf(row), sendOrderNotice, decided })
}

/** Refuses a result that waits: it reaches no order, and stays to be read at the desk. */
export async function refuseCheck({ db }: Scope, row: CheckRow, deciding: DecisionContext): Promise<void> {
  if (row.is_filed)
    await addDecision(db as GatewayTransaction, row, { outcome: 'refused', as: null }, deciding)
}

/** Whose the result is that waits; null where it is no fact of its order. */
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
