import { sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { LaboratoryCodec, LaboratorySender } from '#adapters/laboratory/port.ts'
import type { Connection } from '#server/database/connect.ts'
import type { Scope } from '#server/database/scope.ts'
import { LABORATORY_QUEUE } from '#server/jobs/queues.ts'
import { addLaboratoryEvent, noteAnswer, noteTry, outgoing } from './store.ts'

interface Waiting {
  messageId: number
}

/**
 * Writes the order's message and its job in the transaction of the submit: both stand, or neither. The control id
 * is made of the order's number, so that the database refuses a second one.
 */
export function laboratoryOutbox(boss: PgBoss, codec: LaboratoryCodec) {
  return async (scope: Scope, { id, institution }: { id: number; institution: string }): Promise<void> => {
    const order = await scope.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { name } = await scope.db
      .selectFrom('institution')
      .select('name')
      .where('code', '=', institution)
      .executeTakeFirstOrThrow()
    const controlId = `NW${id}`
    const body = codec.writeOrder({
      orderId: id,
      controlId,
      submittedAt: order.submitted_at ?? new Date(),
      institution: { code: institution, name },
      tests: order.document.tests
        .filter((test) => test.testCode !== '')
        .map((test) => ({ code: test.testCode, name: test.testName })),
      document: order.document,
    })
    const message = await scope.db
      .insertInto('message_out')
      .values({ order_id: id, institution_code: institution, control_id: controlId, body })
      .returning('id')
      .executeTakeFirstOrThrow()
    const job: Waiting = { messageId: message.id }
    await boss.send(LABORATORY_QUEUE.name, job, { singletonKey: 'laboratory', db: fromKysely(scope.db) })
  }
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
  const taken = answer.code === 'AA' || answer.code === 'CA'
  await db.transaction().execute(async (transaction) => {
    if (!(await noteAnswer(transaction, messageId, answer.code, answer.raw))) return
    const order = { id: message.order_id, institution_code: message.institution_code }
    await addLaboratoryEvent(
      transaction,
      order,
      taken ? 'acknowledged' : 'refused-by-laboratory',
      taken ? '' : `${answer.code}: ${answer.text}`,
    )
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
