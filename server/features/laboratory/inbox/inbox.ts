import { isDeepStrictEqual } from 'node:util'
import { type FileStore, fileKeyOf } from '#adapters/files/port.ts'
import type { LaboratoryCodec, LabUpdate, OrderName, ReadMessage } from '#adapters/laboratory/port.ts'
import type { OpenPdf } from '#adapters/pdf/port.ts'
import type { NoteStep } from '#adapters/telemetry/port.ts'
import type { InStore, ReportPart } from '#domain/reports/report-update.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { announceFiles, keepFilesOfOrders } from '#server/database/files-put.ts'
import { addReportFiles, appliedBefore, type Gateway, noteOrders, recordOutcome, storeRaw } from '../store.ts'
import { applyLabUpdate, NotApplicable } from './apply-update.ts'
import type { StoredLabUpdate } from './lab-events.ts'
import { withReadablePdfs } from './open-documents.ts'
import type { SendOrderNotice } from './order-notice.ts'

type Stored = Awaited<ReturnType<typeof storeRaw>>

/** SQLSTATE: this transaction was aborted because of a deadlock. */
const DEADLOCK = '40P01'

interface InboxDeps {
  connection: Connection
  codec: LaboratoryCodec
  files: FileStore
  sendOrderNotice: SendOrderNotice
  openPdf: OpenPdf
  noteStep?: NoteStep
}

const documentsIn = (all: readonly LabUpdate[]) =>
  all
    .flatMap(({ report }) => report?.parts ?? [])
    .flatMap((part) => (part.kind === 'document' ? [part.content] : []))

/**
 * Stores reports before the database refers to them. Every message takes its orders in the same sequence, so that messages about
 * the same orders do not deadlock.
 */
async function inStore(db: Gateway, files: FileStore, all: LabUpdate[]): Promise<StoredLabUpdate[]> {
  await announceFiles(db, documentsIn(all).map(fileKeyOf))
  const inOrder = all.toSorted((a, b) => (a.orderId ?? Infinity) - (b.orderId ?? Infinity) || 0)
  return Promise.all(inOrder.map((labUpdate) => withFiles(files, labUpdate)))
}

/** Stores the documents of the report as files. */
export async function withFiles(files: FileStore, labUpdate: LabUpdate): Promise<StoredLabUpdate> {
  const { report } = labUpdate
  if (!report) return { ...labUpdate, report }
  const reportParts = report.parts.map(async (part): Promise<ReportPart<InStore>> => {
    if (part.kind !== 'document') return part
    const { content, ...document } = part
    return { ...document, fileKey: await files.put(content), bytes: content.byteLength }
  })
  return { ...labUpdate, report: { ...report, parts: await Promise.all(reportParts) } }
}

/** Whether a withdrawal is in the same message as the report that replaces it. */
function hasReplacement(labUpdate: StoredLabUpdate, all: readonly StoredLabUpdate[]): boolean {
  if (labUpdate.report?.status !== 'withdrawn') return false
  return all.some(
    ({ orderId, testCode, report }) =>
      orderId === labUpdate.orderId && testCode === labUpdate.testCode && (report?.parts.length ?? 0) > 0,
  )
}

/** The orders that a message is about; null if it does not say which, or is refused. */
function namesIn(message: ReadMessage): readonly OrderName[] | null {
  if (message.kind !== 'news' || message.updates.some(({ orderId }) => orderId === null)) return null
  return message.updates
}

/**
 * Receives one message from the laboratory: stores it raw, then parses it, applies all of it or nothing, and
 * answers. A repeated message (same sender and MSH-10) gets the same answer and is not applied again; if a
 * different message has the same name, as after a counter was reset, its new content is applied. Returns the
 * acknowledgement, or null for a message that takes none. Throws if the database is unavailable: without an
 * answer, the laboratory sends again.
 */
export function laboratoryInbox({
  connection: { db },
  codec,
  files,
  sendOrderNotice,
  openPdf,
  noteStep,
}: InboxDeps) {
  async function answer(
    row: Stored,
    message: ReadMessage,
    raw: string,
    isNew = true,
  ): Promise<string | null> {
    const { id, received_at: receivedAt } = row
    const read = { sender: message.sender, control_id: message.controlId, type: message.type }
    if (message.kind === 'refused') {
      const acknowledgement = codec.writeAcknowledgement(message, message.code, message.reason)
      await recordOutcome(db, id, read, { outcome: 'refused', reason: message.reason, acknowledgement })
      return acknowledgement
    }
    // An unsolicited acknowledgement is not an update, and takes no answer.
    const accepted = message.kind === 'other' ? null : codec.writeAcknowledgement(message, 'AA')
    const before = isNew ? undefined : await appliedBefore(db, message.sender, message.controlId, raw)
    if (before?.isSame) {
      await recordOutcome(db, id, read, { outcome: 'repeated', acknowledgement: accepted })
      return accepted
    }
    const orders: number[] = []
    try {
      // Within what is tried again: announcing files may wait for each other as well.
      const stored = await inStore(db, files, message.kind === 'other' ? [] : message.updates)
      await db.transaction().execute(async (transaction) => {
        // The unique index accepts a message name once, even if two connections deliver it concurrently.
        const outcome = before ? 'repeated' : 'applied'
        await recordOutcome(transaction, id, read, { outcome, acknowledgement: accepted })
        const source = { messageId: id, name: `${message.sender}|${message.controlId}`, receivedAt }
        await addReportFiles(transaction, stored)
        for (const [index, labUpdate] of stored.entries()) {
          const applying = {
            ...{ source, sendOrderNotice, inMessage: stored },
            isReplacedInMessage: hasReplacement(labUpdate, stored),
            sameBefore: stored.slice(0, index).filter((one) => isDeepStrictEqual(one, labUpdate)).length,
          }
          orders.push(await applyLabUpdate(transaction, labUpdate, applying))
        }
        await keepFilesOfOrders(transaction, orders)
      })
      const step = { name: 'news from the laboratory', from: receivedAt, failed: false }
      for (const orderId of new Set(orders))
        noteStep?.({ ...step, orderId, attributes: { type: message.type } })
      return accepted
    } catch (error) {
      const { constraint, code } = error as { constraint?: string; code?: string }
      if (constraint === 'message_in_once') return answer(row, message, raw, false)
      if (code === DEADLOCK) return answer(row, message, raw, isNew)
      if (!(error instanceof NotApplicable)) throw error
      const acknowledgement = codec.writeAcknowledgement(message, 'AE', error.message, error.about)
      await recordOutcome(db, id, read, { outcome: 'refused', reason: error.message, acknowledgement })
      return acknowledgement
    }
  }
  return async (raw: string): Promise<string | null> => {
    // Before it is read: also a message that cannot be is kept.
    const row = await storeRaw(db, raw)
    const read = codec.read(raw)
    await noteOrders(db, row.id, namesIn(read) ?? codec.ordersNamed(raw))
    return answer(row, await withReadablePdfs(read, openPdf), raw)
  }
}
