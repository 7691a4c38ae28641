import type { Acknowledgement, LabUpdate } from '#adapters/laboratory/port.ts'
import { applyLabUpdate, NotApplicable } from '../inbox/apply-update.ts'
import type { StoredLabUpdate } from '../inbox/lab-events.ts'
import type { SendOrderNotice } from '../inbox/order-notice.ts'
import { type GatewayTransaction, noteOrders, recordOutcome, storeRaw } from '../store.ts'

/** The outgoing message that was answered. */
interface SentMessage {
  order_id: number
  control_id: string
  body: string
}

/**
 * The answer as its meaning for the order: a laboratory that acknowledges the message (AA) but does not
 * accept one of its tests (ORC-1 UA, UX) has refused it.
 */
export function answerInFull(answer: Acknowledgement, orderId: number): Acknowledgement {
  const groups = answer.updates.filter(
    (labUpdate) => labUpdate.orderId === null || labUpdate.orderId === orderId,
  )
  const declined = groups.flatMap((labUpdate) => labUpdate.declined ?? [])
  if (groups.length === 0 || declined.length < groups.length) return answer
  const updates = answer.updates.map((one) => (groups.includes(one) ? { ...one, declined: null } : one))
  const text = [...new Set(declined)].join('; ')
  return { ...answer, ...(answer.code.endsWith('A') ? { code: 'AE', text } : {}), updates }
}

/**
 * An answer comes before the specimens: a number in it does not mean arrival, unless it names a received
 * specimen.
 */
function isArrival({ state, specimens }: LabUpdate): boolean {
  return (
    (state !== 'accessioned' && state !== 'en-route') || specimens.some(({ arrivedAt }) => arrivedAt !== null)
  )
}

const values = (raw: string) =>
  raw
    .split(/[\r\n]+/)
    .flatMap((line) => (line.startsWith('OBX') ? [line.split(line.charAt(3))[5] ?? ''] : []))

/** Whether its results only echo ours: answers to questions are OBX, too. */
function isEcho({ raw }: Acknowledgement, { body }: SentMessage): boolean {
  const sent = new Set(values(body))
  return values(raw).every((value) => value === '' || sent.has(value))
}

/**
 * An answer's other content about an order, without results and the state they imply, which `applyAnswer`
 * handles.
 */
function updateInAnswer(labUpdate: LabUpdate, orderId: number): StoredLabUpdate {
  const isByResult = (labUpdate.report?.parts.length ?? 0) > 0
  return {
    ...{ ...labUpdate, orderId: labUpdate.orderId ?? orderId, report: null, treatments: [] },
    state: isArrival(labUpdate) && !isByResult ? labUpdate.state : null,
  }
}

interface AnswerContext {
  sendOrderNotice: SendOrderNotice
  now: Date
}

/**
 * Applies what the laboratory's answer contains besides the acknowledgement: numbers, states, notes,
 * specimens, holds. What can't be applied or read, and results, wait on the operator's page under "Refused
 * here".
 */
export async function applyAnswer(
  db: GatewayTransaction,
  sent: SentMessage,
  answer: Acknowledgement,
  { sendOrderNotice, now }: AnswerContext,
): Promise<void> {
  const source = { messageId: null, name: sent.control_id, receivedAt: now }
  const faults = answer.message?.unread ? [answer.message.unread] : []
  const hasResults = answer.updates.some(
    ({ report, treatments }) => (report?.parts.length ?? 0) + treatments.length > 0,
  )
  if (hasResults && !isEcho(answer, sent))
    faults.push('it contains a result: reprocess it to file the result')
  // Every message takes its orders in this sequence.
  const labUpdates = answer.updates
    .map((one) => updateInAnswer(one, sent.order_id))
    .toSorted((a, b) => (a.orderId ?? 0) - (b.orderId ?? 0))
  for (const one of labUpdates)
    try {
      await applyLabUpdate(db, one, { source, sendOrderNotice, inMessage: labUpdates })
    } catch (error) {
      if (!(error instanceof NotApplicable)) throw error
      faults.push(error.message)
    }
  if (faults.length > 0) await storeUnread(db, sent, answer, faults)
}

/** Stores an answer as an incoming message that was not applied. */
async function storeUnread(
  db: GatewayTransaction,
  { control_id, order_id }: SentMessage,
  { raw, message }: Acknowledgement,
  faults: readonly string[],
): Promise<void> {
  const { id } = await storeRaw(db, raw.replace(/^HTTP \d+\n/, ''))
  await noteOrders(db, id, [{ orderId: order_id, laboratoryNumber: null, testCode: '' }])
  const { sender = 'answer', controlId = control_id, type = '' } = message ?? {}
  const reason = `The answer to ${control_id}: ${[...new Set(faults)].join('; ')}`
  await recordOutcome(
    db,
    id,
    { sender, control_id: controlId || control_id, type: type.slice(0, 40) },
    { outcome: 'refused', reason, acknowledgement: null },
  )
}
