import { CompiledQuery, type Selectable } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { FileStore } from '#adapters/files/port.ts'
import type {
  ExistingSpecimen,
  HoldAnswer,
  LaboratoryCancellation,
  LaboratoryCodec,
  RecollectedSpecimen,
} from '#adapters/laboratory/port.ts'
import { insertNumbered, nextNumber } from '#server/database/connection/numbered.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'
import type { OrderToSend, SubmittedOrder } from '#server/features/orders/public.ts'
import { LABORATORY_QUEUE } from '#server/jobs/queues.ts'
import { cancellationControlId, changeControlId, orderControlId } from '../store.ts'

/** A job of the queue. */
export interface Waiting {
  messageId: number
}

/** A change to an order; documents are given by their keys in the file store. */
export interface Change {
  answer?: HoldAnswer<{ fileKey: string }>
  specimen?: RecollectedSpecimen
}
type AttachedDocument = HoldAnswer<{ fileKey: string }>['documents'][number]
type MessageKind = Selectable<Tables['message_out']>['kind']
type Order = { id: number; institution: string }

/**
 * The scope's order and its institution's name, as a message needs them. Locked until the transaction ends,
 * so that two messages about one order are numbered one after the other.
 */
async function orderIn(scope: Scope, { id, institution }: Order) {
  const [row, { name }] = await Promise.all([
    scope.db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),
    scope.db
      .selectFrom('institution')
      .select('name')
      .where('code', '=', institution)
      .executeTakeFirstOrThrow(),
  ])
  return { row, institution: { code: institution, name } }
}

/** An add-on's specimen at the laboratory; null for any other order. */
async function existingSpecimen(
  { db }: Scope,
  { document, assignNewLabNumber }: OrderToSend,
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
    newLaboratoryNumber: assignNewLabNumber,
  }
}

/**
 * Writes outgoing messages, each with its job in the transaction that causes it: both are committed, or
 * neither.
 */
export function laboratoryOutbox(boss: PgBoss, codec: LaboratoryCodec, files: FileStore) {
  /** A message's job as a statement, to be written with the message in one round trip. */
  async function jobOf(messageId: number): Promise<CompiledQuery> {
    const job: Waiting = { messageId }
    const statements: CompiledQuery[] = []
    const executeSql = async (text: string, values: unknown[] = []) => {
      statements.push(CompiledQuery.raw(text, values))
      return { rows: [] }
    }
    await boss.send(LABORATORY_QUEUE.name, job, { singletonKey: 'laboratory', db: { executeSql } })
    const [statement, ...others] = statements
    if (!statement || others.length > 0) throw new Error('a job is one statement')
    return statement
  }
  /** Draws the message number; the function it returns writes the message without another query. */
  async function message(scope: Scope, order: Order) {
    const id = await nextNumber(scope.db, 'message_out')
    const job = await jobOf(id)
    return async (message: { kind: MessageKind; controlId: string; body: string }): Promise<void> => {
      const { kind, controlId: control_id, body } = message
      const row = { id, order_id: order.id, institution_code: order.institution, kind, control_id, body }
      await Promise.all([insertNumbered('message_out', row).execute(scope.db), scope.db.executeQuery(job)])
    }
  }
  /** How many messages of a kind an order already has. */
  async function written(scope: Scope, order: Order, kind: MessageKind): Promise<number> {
    const { count } = await scope.db
      .selectFrom('message_out')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('order_id', '=', order.id)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    return count
  }
  async function withContent({ fileKey, ...file }: AttachedDocument) {
    return { ...file, content: await files.get(fileKey) }
  }
  return {
    async prepareForLaboratory(scope: Scope, order: Order, toSend: OrderToSend) {
      const [write, existing] = await Promise.all([message(scope, order), existingSpecimen(scope, toSend)])
      return ({ document, institutionName, submittedAt }: SubmittedOrder): Promise<void> => {
        const institution = { code: order.institution, name: institutionName }
        const controlId = orderControlId(order.id)
        const about = { orderId: order.id, controlId, institution, document, submittedAt, existing }
        return write({ kind: 'order', controlId, body: codec.writeOrder(about) })
      }
    },

    async cancelAtLaboratory(
      scope: Scope,
      order: Order,
      request: Pick<LaboratoryCancellation, 'type' | 'reason'>,
    ): Promise<void> {
      const { row, institution } = await orderIn(scope, order)
      const controlId = cancellationControlId(order.id, (await written(scope, order, 'cancellation')) + 1)
      const { npi, firstName, lastName } = scope.actor
      const body = codec.writeCancellation({
        ...{ orderId: order.id, controlId, institution, document: row.document, ...request },
        askedAt: new Date(),
        askedBy: { npi, firstName, lastName },
        laboratoryNumber: row.accession_number,
      })
      const write = await message(scope, order)
      await write({ kind: 'cancellation', controlId, body })
    },

    async changeAtLaboratory(scope: Scope, order: Order, { answer, specimen }: Change): Promise<void> {
      const { row, institution } = await orderIn(scope, order)
      const controlId = changeControlId(order.id, (await written(scope, order, 'change')) + 1)
      const { npi, firstName, lastName } = scope.actor
      const body = codec.writeChange({
        ...{ orderId: order.id, controlId, institution, document: row.document },
        at: new Date(),
        by: { npi, firstName, lastName },
        laboratoryNumber: row.accession_number,
        answer: answer
          ? { ...answer, documents: await Promise.all(answer.documents.map(withContent)) }
          : null,
        specimen: specimen ?? null,
      })
      const write = await message(scope, order)
      await write({ kind: 'change', controlId, body })
    },
  }
}
