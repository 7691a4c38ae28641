import { sql } from 'kysely'
import type { FileStore } from '#adapters/files/port.ts'
import type { LaboratoryCodec, LaboratoryNews, ReadMessage } from '#adapters/laboratory/port.ts'
import { addWorkingDays, todayAtLaboratory } from '#domain/dates/dates.ts'
import { namesAnotherPatient } from '#domain/orders/other-patient.ts'
import { afterLaboratorySays } from '#domain/orders/status.ts'
import { isOrderNews, type OrderNewsKind } from '#domain/users/order-news.ts'
import type { Connection } from '#server/database/connect.ts'
import {
  addLaboratoryEvent,
  appliedBefore,
  type GatewayTransaction,
  orderOf,
  reportsOf,
  settle,
  storeRaw,
} from './store.ts'

interface InboxParts {
  connection: Connection
  codec: LaboratoryCodec
  files: FileStore
  /** Tells those who want to know, in the transaction of what happened. */
  orderNews(db: GatewayTransaction, news: { orderId: number; kind: OrderNewsKind }): Promise<void>
}

/** A message that can be read but not applied: the acknowledgement says why. */
class NotApplicable extends Error {}

type Order = NonNullable<Awaited<ReturnType<typeof orderOf>>>
type StoredNews = LaboratoryNews & { fileKey: string | null }

/**
 * Keeps a report that is not the one we have of its test; the same one again is no news. A second one of the same
 * test corrects the first. Null when it is not kept.
 */
async function keepReport(
  db: GatewayTransaction,
  order: Order,
  news: StoredNews,
  messageId: number,
): Promise<'reported' | 'report-corrected' | null> {
  if (news.report === null || news.fileKey === null) return null
  const reports = await reportsOf(db, order.id)
  const before = reports.find((report) => report.test_code === news.testCode)
  if (before?.file_key === news.fileKey) return null
  // One that comes late must not stand before the one that replaced it; its message is kept.
  if (before?.made_at && news.at && news.at < before.made_at) return null
  const corrected = news.corrected || before !== undefined
  await db
    .insertInto('report')
    .values({
      order_id: order.id,
      institution_code: order.institution_code,
      version: (reports[0]?.version ?? 0) + 1,
      corrected,
      file_key: news.fileKey,
      bytes: news.report.pdf.byteLength,
      made_at: news.at,
      test_code: news.testCode,
      message_id: messageId,
    })
    .execute()
  return corrected && reports.length > 0 ? 'report-corrected' : 'reported'
}

/** Which test of several a report is of, in the words of the order. */
function testName({ document: { tests } }: Order, code: string): string {
  return tests.length > 1 ? (tests.find((test) => test.testCode === code)?.testName ?? code) : ''
}

/** The turnaround runs from the sample's arrival, so the report's day is known from then on. */
async function applyNews(
  db: GatewayTransaction,
  news: StoredNews,
  messageId: number,
  tell: InboxParts['orderNews'],
): Promise<void> {
  const order = await orderOf(db, news)
  if (!order)
    throw new NotApplicable(
      `no submitted order ${news.orderId ?? ''} is known here (ORC-2, OBR-2)`.replace('  ', ' '),
    )
  if (news.patient && namesAnotherPatient(order.document.patients, news.patient))
    throw new NotApplicable(`PID names another patient than order ${order.id} (PID-5, PID-7)`)
  // A final status whose report is still to come is no report that somebody could read.
  const said = news.state === 'reported' && news.report === null ? 'in-process' : news.state
  const state = said === null ? order.state : afterLaboratorySays(order.state, said)
  const number = order.accession_number ?? news.laboratoryNumber
  const arrives = order.state === 'en-route' && state !== 'en-route' && state !== 'cancelled'
  const kept = news.state === 'reported' ? await keepReport(db, order, news, messageId) : null
  await db
    .updateTable('orders')
    .set({
      state,
      accession_number: number,
      ...(arrives && order.turnaround_days !== null
        ? { expected_on: addWorkingDays(todayAtLaboratory(new Date()), order.turnaround_days) }
        : {}),
      ...(kept ? { report_opened_at: null } : {}),
      ...(state === 'reported' && order.reported_at === null ? { reported_at: sql<Date>`now()` } : {}),
    })
    .where('id', '=', order.id)
    .execute()
  const moved =
    state !== order.state && state !== 'draft' && state !== 'en-route' && state !== 'pending-cancellation'
  const happened = moved ? state : kept
  if (happened === null) return
  const detail = moved
    ? state === 'accessioned' && number
      ? `as ${number}`
      : ''
    : testName(order, news.testCode)
  await addLaboratoryEvent(db, order, happened, detail)
  if (isOrderNews(happened)) await tell(db, { orderId: order.id, kind: happened })
}

/** Reports are in the file store before the database names them; one that is named nowhere does no harm. */
async function withFiles(files: FileStore, all: LaboratoryNews[]): Promise<StoredNews[]> {
  return Promise.all(
    all.map(async (news) => ({ ...news, fileKey: news.report ? await files.put(news.report.pdf) : null })),
  )
}

/**
 * Takes one message of the laboratory: stored raw first, then read, applied whole or not at all, and answered. The
 * same message again (sender and MSH-10) is answered as before and applied no second time.
 * Returns the acknowledgement, or null for a message that takes none. Throws when the database is away: no answer
 * then, and the laboratory sends again.
 */
export function laboratoryInbox({ connection: { db }, codec, files, orderNews }: InboxParts) {
  async function answer(raw: string, id: number, message: ReadMessage): Promise<string | null> {
    const read = { sender: message.sender, control_id: message.controlId, type: message.type }
    if (message.kind === 'refused') {
      const acknowledgement = codec.writeAcknowledgement(message, message.code, message.reason)
      await settle(db, id, read, { outcome: 'refused', reason: message.reason, acknowledgement })
      return acknowledgement
    }
    // An acknowledgement that comes by itself is news of nothing, and takes no answer.
    const accepted = message.kind === 'other' ? null : codec.writeAcknowledgement(message, 'AA')
    if (await appliedBefore(db, message.sender, message.controlId)) {
      await settle(db, id, read, { outcome: 'repeated', acknowledgement: accepted })
      return accepted
    }
    const stored = await withFiles(files, message.kind === 'other' ? [] : message.news)
    try {
      await db.transaction().execute(async (transaction) => {
        // Two connections may bring the same message at once: the unique index lets one through.
        await settle(transaction, id, read, { outcome: 'applied', acknowledgement: accepted })
        for (const news of stored) await applyNews(transaction, news, id, orderNews)
      })
      return accepted
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'message_in_once') return answer(raw, id, message)
      if (!(error instanceof NotApplicable)) throw error
      const acknowledgement = codec.writeAcknowledgement(message, 'AE', error.message)
      await settle(db, id, read, { outcome: 'refused', reason: error.message, acknowledgement })
      return acknowledgement
    }
  }
  return async (raw: string): Promise<string | null> => answer(raw, await storeRaw(db, raw), codec.read(raw))
}
