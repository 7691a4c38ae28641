import { type Kysely, sql, type Transaction } from 'kysely'
import type { PgBoss } from 'pg-boss'
import {
  type Acknowledgement,
  type LaboratorySender,
  type LabUpdate,
  MOST_SENT_BYTES,
} from '#adapters/laboratory/port.ts'
import type { NoteStep } from '#adapters/telemetry/port.ts'
import { ADDITION } from '#domain/orders/refusals.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { NotTaken, reportFailure } from '#server/jobs/failure.ts'
import { LABORATORY_QUEUE } from '#server/jobs/queues.ts'
import { applyLabUpdate } from '../inbox/apply-update.ts'
import type { SendOrderNotice } from '../inbox/order-notice.ts'
import {
  addLaboratoryEvent,
  isCancelled,
  lastRefusal,
  noteAnswer,
  noteTry,
  outgoingMessage,
  tellsOfWithdrawal,
  wasTaken,
} from '../store.ts'
import { answerInFull, applyAnswer } from './apply-answer.ts'
import type { Waiting } from './outbox.ts'

const EMPTY_UPDATE: Omit<LabUpdate, 'orderId' | 'state'> = {
  ...{
    laboratoryNumber: null,
    patient: null,
    testCode: '',
    refusal: '',
    notes: '',
    declined: null,
    at: null,
  },
  ...{ report: null, hold: null, release: null, specimens: [], treatments: [] },
}

/**
 * What the answer to a cancellation request decides about the order; null if the laboratory has not decided
 * yet. A refusal for one test is one for the order: the others are cancelled by themselves.
 */
async function decisionIn(
  db: Kysely<Tables>,
  orderId: number,
  answer: Acknowledgement,
): Promise<LabUpdate | null> {
  if (isTaken(answer)) {
    const updates = answer.updates.filter((one) => isOf(one, orderId) && !one.isOfTest)
    const inState = (sought: LabUpdate['state']) => updates.find(({ state }) => state === sought)
    return inState('cancellation-refused') ?? inState('cancelled') ?? null
  }
  // An order that the laboratory never had can't be in process, so nothing prevents its cancellation.
  if (!(await wasTaken(db, orderId))) return { ...EMPTY_UPDATE, orderId, state: 'cancelled' }
  return { ...EMPTY_UPDATE, orderId, state: 'cancellation-refused', refusal: refusalIn(answer) ?? '' }
}

function isTaken({ code }: Acknowledgement): boolean {
  return code === 'AA' || code === 'CA'
}

/** The reason for the refusal, as shown on the order and the operator's page; null for an acceptance. */
function refusalIn(answer: Acknowledgement): string | null {
  return isTaken(answer) ? null : `${answer.code}: ${answer.text}`
}

interface Delivering {
  noteStep?: NoteStep
  /** Sends notices about updates in the laboratory's answer. */
  sendOrderNotice?: SendOrderNotice
}

const isOf = ({ orderId }: LabUpdate, id: number) => orderId === null || orderId === id

type SentRow = NonNullable<Awaited<ReturnType<typeof outgoingMessage>>>

/** Why a pending message was given up. */
const NOT_SENT = 'Not sent: the order has since been cancelled.'
/** Why a message is sent again though it was answered. */
const NOT_STORED = 'The laboratory answered, and its answer could not be stored here.'
const TOO_LARGE = `Not sent: the message is larger than ${MOST_SENT_BYTES / 1024 / 1024} MiB.`

/** A refusal as an event of its order, with a mail, unless it only repeats the one before. */
async function addRefusal(
  db: Transaction<Tables>,
  { order_id: id, institution_code, kind }: Pick<SentRow, 'order_id' | 'institution_code' | 'kind'>,
  reason: string,
  sendOrderNotice: SendOrderNotice,
): Promise<void> {
  const words = `${kind === 'change' ? `${ADDITION}: ` : ''}${reason}`
  const isRepeat = (await lastRefusal(db, id)) === words
  await addLaboratoryEvent(db, { id, institution_code }, 'refused-by-laboratory', words)
  if (!isRepeat) await sendOrderNotice(db, { orderId: id, kind: 'refused-by-laboratory' })
}

/**
 * Gives up a message that no laboratory could accept, with an event on its order: all others would wait
 * behind it forever.
 */
async function refuseTooLarge(
  db: Kysely<Tables>,
  message: SentRow,
  sendOrderNotice: SendOrderNotice,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await noteAnswer(transaction, message.id, { code: '', raw: '' }, TOO_LARGE))) return
    await addRefusal(transaction, message, TOO_LARGE, sendOrderNotice)
  })
}

/**
 * Whether a message is given up because its order has been cancelled: the laboratory would begin it. It still learns that a
 * consent was withdrawn, because it may keep or share what it has of an order that it accepted.
 */
async function isPointless(db: Kysely<Tables>, { id, order_id, kind }: SentRow): Promise<boolean> {
  if (kind === 'cancellation' || !(await isCancelled(db, order_id))) return false
  return !((await tellsOfWithdrawal(db, id)) && (await wasTaken(db, order_id)))
}

/**
 * Delivers one message. Throws if there was no answer, so that it is retried; a refusal is an answer.
 */
export async function deliver(
  { db, auditLine }: Connection,
  sender: LaboratorySender,
  messageId: number,
  { noteStep = () => {}, sendOrderNotice = async () => {} }: Delivering = {},
): Promise<void> {
  const message = await outgoingMessage(db, messageId)
  if (!message || message.answered_at !== null) return
  if (await isPointless(db, message)) {
    await noteAnswer(db, messageId, { code: '', raw: '' }, NOT_SENT)
    return
  }
  if (Buffer.byteLength(message.body) > MOST_SENT_BYTES) return refuseTooLarge(db, message, sendOrderNotice)
  const step = (answer: string, failed: boolean) =>
    noteStep({
      ...{ name: `${message.kind} to the laboratory`, orderId: message.order_id, from: message.created_at },
      ...{ attributes: { tries: message.tries, answer }, failed },
    })
  const answered = await sender.send(message.body).catch(async (error: Error) => {
    await noteTry(db, messageId, error.message)
    step('', true)
    throw new NotTaken(error.message, { cause: error })
  })
  const answer = answerInFull(answered, message.order_id)
  const stored = db.transaction().execute(async (transaction) => {
    if (!(await noteAnswer(transaction, messageId, answer, refusalIn(answer)))) return
    const { order_id: id, institution_code } = message
    const order = { id, institution_code }
    const now = new Date()
    await auditLine(transaction, {
      actor: { subject: '', name: 'Karyo' },
      action: 'laboratory.sent',
      entity: { kind: 'order', id, institution: institution_code },
      detail: { to: 'the laboratory', message: message.kind, controlId: message.control_id },
    })
    if (message.kind === 'cancellation') {
      const decision = await decisionIn(transaction, id, answer)
      const about = { report: null, orderId: id, patient: null }
      const source = { messageId: null, name: message.control_id, receivedAt: now }
      if (decision) await applyLabUpdate(transaction, { ...decision, ...about }, { source, sendOrderNotice })
      // The decision is applied once: the rest of the answer cancels tests, and does not change the order's state.
      const updates = answer.updates.map((one) =>
        isOf(one, id) && !one.isOfTest ? { ...one, state: null, refusal: '' } : one,
      )
      await applyAnswer(transaction, message, { ...answer, updates }, { sendOrderNotice, now })
      return
    }
    const addition = message.kind === 'change'
    if (!isTaken(answer)) await addRefusal(transaction, message, refusalIn(answer) ?? '', sendOrderNotice)
    else if (!addition) await addLaboratoryEvent(transaction, order, 'acknowledged')
    // An accepted change has no event, except after a refusal that somebody is waiting to see resolved.
    else if ((await lastRefusal(transaction, id))?.startsWith(ADDITION))
      await addLaboratoryEvent(transaction, order, 'acknowledged', ADDITION)
    await applyAnswer(transaction, message, answer, { sendOrderNotice, now })
  })
  await stored.catch(async (error: Error) => {
    await noteTry(db, messageId, NOT_STORED)
    step(answer.code, true)
    throw error
  })
  step(answer.code, !isTaken(answer))
}

/**
 * Delivers pending messages to the laboratory, one at a time and in order, until `boss` stops. `onError`
 * receives unexpected errors.
 */
export async function startDelivery(
  boss: PgBoss,
  connection: Connection,
  sender: LaboratorySender,
  { onError = () => {}, ...delivering }: Delivering & { onError?: (error: Error) => void } = {},
): Promise<void> {
  const worker = await boss.work<Waiting>(
    LABORATORY_QUEUE.name,
    { pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: 3 },
    async ([job]) => {
      if (!job) return
      await deliver(connection, sender, job.data.messageId, delivering).catch(reportFailure(onError))
      // Starts the next job without waiting for the next poll.
      boss.notifyWorker(worker)
    },
  )
}

/** How many messages are waiting for the laboratory, and since when the oldest is. */
export async function waitingMessages({ db }: Connection) {
  return db
    .selectFrom('message_out')
    .where('answered_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number | null>`extract(epoch from now() - min(created_at))::float`.as('oldestSeconds'))
    .executeTakeFirstOrThrow()
}
