import { type Kysely, type Selectable, sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type {
  Acknowledgement,
  ExistingSpecimen,
  LaboratoryCancellation,
  LaboratoryCodec,
  LaboratoryNews,
  LaboratorySender,
} from '#adapters/laboratory/port.ts'
import type { Connection } from '#server/database/connect.ts'
import type { Scope } from '#server/database/scope.ts'
import type { OrdersTable, Tables } from '#server/database/tables.ts'
import { LABORATORY_QUEUE } from '#server/jobs/queues.ts'
import { applyNews } from './apply-news.ts'
import {
  addLaboratoryEvent,
  cancellationControlId,
  noteAnswer,
  noteTry,
  orderControlId,
  outgoing,
  wasTaken,
} from './store.ts'

interface Waiting {
  messageId: number
}

type Order = { id: number; institution: string }

/** An order of the scope and the name of its institution, as a message needs them. */
async function orderIn(scope: Scope, { id, institution }: Order) {
  const row = await scope.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { name } = await scope.db
    .selectFrom('institution')
    .select('name')
    .where('code', '=', institution)
    .executeTakeFirstOrThrow()
  return { row, institution: { code: institution, name } }
}

/** The specimen that the laboratory has, of an add-on; null for any other order. */
async function existingSpecimen(
  { db }: Scope,
  { document, assign_new_lab_number }: Pick<Selectable<OrdersTable>, 'document' | 'assign_new_lab_number'>,
): Promise<ExistingSpecimen | null> {
  if (document.addOn === null) return null
  const sample = await db
    .selectFrom('sample')
    .selectAll()
    .where('id', '=', document.addOn.sampleId)
    .executeTakeFirstOrThrow()
  return {
    orderId: sample.order_id,
    sampleKey: sample.sample_key,
    type: sample.specimen_type,
    dateOfCollection: sample.date_of_collection,
    newLaboratoryNumber: assign_new_lab_number,
  }
}

/** What the outbox writes; each message with its job, in the transaction of what causes it: both stand, or neither. */
export function laboratoryOutbox(boss: PgBoss, codec: LaboratoryCodec) {
  async function post(scope: Scope, order: Order, controlId: string, body: string): Promise<void> {
    const message = await scope.db
      .insertInto('message_out')
      .values({ order_id: order.id, institution_code: order.institution, control_id: controlId, body })
      .returning('id')
      .executeTakeFirstOrThrow()
    const job: Waiting = { messageId: message.id }
    await boss.send(LABORATORY_QUEUE.name, job, { singletonKey: 'laboratory', db: fromKysely(scope.db) })
  }
  return {
    async sendToLaboratory(scope: Scope, order: Order): Promise<void> {
      const { row, institution } = await orderIn(scope, order)
      const controlId = orderControlId(order.id)
      const body = codec.writeOrder({
        ...{ orderId: order.id, controlId, institution, document: row.document },
        submittedAt: row.submitted_at ?? new Date(),
        existing: await existingSpecimen(scope, row),
      })
      await post(scope, order, controlId, body)
    },

    /** The order is held by the caller, so that two requests are numbered one after the other. */
    async cancelAtLaboratory(
      scope: Scope,
      order: Order,
      asked: Pick<LaboratoryCancellation, 'type' | 'reason'>,
    ): Promise<void> {
      const { row, institution } = await orderIn(scope, order)
      const { count } = await scope.db
        .selectFrom('message_out')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('order_id', '=', order.id)
        .where('control_id', '<>', orderControlId(order.id))
        .executeTakeFirstOrThrow()
      const controlId = cancellationControlId(order.id, count + 1)
      const { npi, firstName, lastName } = scope.actor
      const body = codec.writeCancellation({
        ...{ orderId: order.id, controlId, institution, document: row.document, ...asked },
        askedAt: new Date(),
        askedBy: { npi, firstName, lastName },
        laboratoryNumber: row.accession_number,
      })
      await post(scope, order, controlId, body)
    },
  }
}

const NO_NEWS = {
  laboratoryNumber: null,
  patient: null,
  testCode: '',
  refusal: '',
  corrected: false,
  at: null,
  report: null,
} as const satisfies Partial<LaboratoryNews>

/** What the answer to a request to cancel says of the order; null while the laboratory has still to decide. */
async function decisionIn(
  db: Kysely<Tables>,
  orderId: number,
  answer: Acknowledgement,
): Promise<LaboratoryNews | null> {
  if (isTaken(answer))
    return answer.news.find(({ state }) => state === 'cancelled' || state === 'cancellation-refused') ?? null
  // One that it never took in can't be worked on: nothing stands against its end.
  if (!(await wasTaken(db, orderId))) return { ...NO_NEWS, orderId, state: 'cancelled' }
  const refusal = `${answer.code}: ${answer.text}`
  return { ...NO_NEWS, orderId, state: 'cancellation-refused', refusal }
}

function isTaken({ code }: Acknowledgement): boolean {
  return code === 'AA' || code === 'CA'
}

/** Hands one message over. Throws when there was no answer, so that it is tried again; a refusal is an answer. */
export async function deliver(
  { db }: Connection,
  sender: LaboratorySender,
  messageId: number,
): Promise<void> {
  const message = await outgoing(db, messageId)
  if (!message || message.answered_at !== null) return
  const answer = await sender.send(message.body).catch(async (error: Error) => {
    await noteTry(db, messageId, error.message)
    throw error
  })
  await db.transaction().execute(async (transaction) => {
    if (!(await noteAnswer(transaction, messageId, answer.code, answer.raw))) return
    const { order_id: id, institution_code } = message
    if (message.control_id !== orderControlId(id)) {
      const decision = await decisionIn(transaction, id, answer)
      const about = { fileKey: null, report: null, orderId: id, patient: null }
      if (decision) await applyNews(transaction, { ...decision, ...about }, null, async () => {})
    } else if (isTaken(answer))
      await addLaboratoryEvent(transaction, { id, institution_code }, 'acknowledged')
    else {
      const words = `${answer.code}: ${answer.text}`
      await addLaboratoryEvent(transaction, { id, institution_code }, 'refused-by-laboratory', words)
    }
  })
}

/** Works through what waits for the laboratory, one message at a time and in order, until `boss` stops. */
export async function startDelivery(
  boss: PgBoss,
  connection: Connection,
  sender: LaboratorySender,
): Promise<void> {
  const worker = await boss.work<Waiting>(
    LABORATORY_QUEUE.name,
    { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, heartbeatRefreshSeconds: 3 },
    async ([job]) => {
      if (!job) return
      await deliver(connection, sender, job.data.messageId)
      // The next one need not wait for the next look at the queue.
      boss.notifyWorker(worker)
    },
  )
}

/** How many messages wait for the laboratory, and since when the oldest does. */
export async function waitingMessages({ db }: Connection) {
  return db
    .selectFrom('message_out')
    .where('answered_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number | null>`extract(epoch from now() - min(created_at))::float`.as('oldestSeconds'))
    .executeTakeFirstOrThrow()
}
