import type { Selectable } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { FileStore } from '#adapters/files/port.ts'
import type {
  ExistingSpecimen,
  HoldAnswer,
  LaboratoryCancellation,
  LaboratoryCodec,
  RecollectedSpecimen,
  WithdrawnConsent,
} from '#adapters/laboratory/port.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import type { Scope } from '#server/database/scope.ts'
import { specimenCodes } from '#server/features/catalogue/public.ts'
import type { SubmittedOrder } from '#server/features/orders/public.ts'
import { LABORATORY_QUEUE } from '#server/jobs/queues.ts'
import { newCancellationControlId, newChangeControlId, orderControlId } from '../store.ts'
import { answeredQuestions } from './answered-questions.ts'
import { withFamilyNumbers } from './family-numbers.ts'

/** A job of the queue. */
export interface Waiting {
  messageId: number
}

/** A change to an order; documents are given by their keys in the file store. */
export interface Change {
  answer?: HoldAnswer<{ fileKey: string }>
  specimen?: RecollectedSpecimen
  withdrawal?: WithdrawnConsent
}
type AttachedDocument = HoldAnswer<{ fileKey: string }>['documents'][number]
type MessageKind = Selectable<Tables['message_out']>['kind']
type Order = { id: number; institution: string }

/**
 * The scope's order and its institution's name, as a message needs them. Locked until the transaction ends,
 * so that two messages about one order are written one after the other.
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
function existingSpecimen({
  document: { addOn },
  onFile,
  assignNewLabNumber,
}: SubmittedOrder): ExistingSpecimen | null {
  if (addOn === null) return null
  if (onFile === null) throw new Error(`order ${addOn.orderId} has no sample ${addOn.sampleId}`)
  const { key: sampleKey, specimenType: type, dateOfCollection } = onFile
  return {
    ...{ orderId: addOn.orderId, sampleKey, type, dateOfCollection },
    newLaboratoryNumber: assignNewLabNumber,
  }
}

/**
 * Writes outgoing messages, each with its job in the transaction that causes it: both are committed, or
 * neither.
 */
export function laboratoryOutbox(boss: PgBoss, codec: LaboratoryCodec, files: FileStore) {
  /** Writes a message of the order and its job. */
  async function write(
    scope: Scope,
    order: Order,
    message: { kind: MessageKind; controlId: string; body: string },
  ): Promise<void> {
    const { kind, controlId: control_id, body } = message
    const { id: messageId } = await scope.db
      .insertInto('message_out')
      .values({ order_id: order.id, institution_code: order.institution, kind, control_id, body })
      .returning('id')
      .executeTakeFirstOrThrow()
    const job: Waiting = { messageId }
    await boss.send(LABORATORY_QUEUE.name, job, { singletonKey: 'laboratory', db: fromKysely(scope.db) })
  }
  async function withContent({ fileKey, ...file }: AttachedDocument) {
    return { ...file, content: await files.get(fileKey) }
  }
  return {
    async sendToLaboratory(scope: Scope, order: Order, sent: SubmittedOrder): Promise<void> {
      const { document, institutionName, submittedAt, consents } = sent
      const institution = { code: order.institution, name: institutionName }
      const controlId = orderControlId(order.id)
      const existing = existingSpecimen(sent)
      const questions = await answeredQuestions(scope, order.id, document, files)
      const codes = await specimenCodes(scope.db)
      const content = {
        ...{ orderId: order.id, controlId, institution, submittedAt, existing, consents },
        document: await withFamilyNumbers(scope, order.id, document),
        ...(questions ? { questions } : {}),
        specimenCodes: codes,
      }
      await write(scope, order, { kind: 'order', controlId, body: codec.writeOrder(content) })
    },

    async cancelAtLaboratory(
      scope: Scope,
      order: Order,
      request: Pick<LaboratoryCancellation, 'type' | 'reason'>,
    ): Promise<void> {
      const { row, institution } = await orderIn(scope, order)
      const controlId = newCancellationControlId(order.id)
      const { npi, firstName, lastName } = scope.actor
      const body = codec.writeCancellation({
        ...{ orderId: order.id, controlId, institution, document: row.document, ...request },
        askedAt: new Date(),
        askedBy: { npi, firstName, lastName },
        laboratoryNumber: row.accession_number,
      })
      await write(scope, order, { kind: 'cancellation', controlId, body })
    },

    async changeAtLaboratory(
      scope: Scope,
      order: Order,
      { answer, specimen, withdrawal }: Change,
    ): Promise<void> {
      const { row, institution } = await orderIn(scope, order)
      const controlId = newChangeControlId(order.id)
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
        withdrawal: withdrawal ?? null,
        specimenCodes: await specimenCodes(scope.db),
      })
      await write(scope, order, { kind: 'change', controlId, body })
    },
  }
}
