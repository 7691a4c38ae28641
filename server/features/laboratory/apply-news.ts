import { sql } from 'kysely'
import type { LaboratoryNews } from '#adapters/laboratory/port.ts'
import { addWorkingDays, todayAtLaboratory } from '#domain/dates/dates.ts'
import { namesAnotherPatient } from '#domain/orders/other-patient.ts'
import { progressOf, type Standing, standingAfter } from '#domain/orders/status.ts'
import { isOrderNews, type OrderNewsKind } from '#domain/users/order-news.ts'
import { addLaboratoryEvent, type GatewayTransaction, markArrived, orderOf, reportsOf } from './store.ts'

/** Tells those who want to know, in the transaction of what happened. */
export type TellNews = (
  db: GatewayTransaction,
  news: { orderId: number; kind: OrderNewsKind },
) => Promise<void>

/** A message that can be read but not applied: the acknowledgement says why. */
export class NotApplicable extends Error {}

type Order = NonNullable<Awaited<ReturnType<typeof orderOf>>>
export type StoredNews = LaboratoryNews & { fileKey: string | null }

/**
 * Keeps a report that is not the one we have of its test; the same one again is no news. A second one of the same
 * test corrects the first. Null when it is not kept.
 */
async function keepReport(
  db: GatewayTransaction,
  order: Order,
  news: StoredNews,
  messageId: number | null,
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

/** What the laboratory says, where a final status whose report is still to come is no report that somebody could read. */
function saidBy({ state, report }: StoredNews): LaboratoryNews['state'] {
  return state === 'reported' && report === null ? 'in-process' : state
}

/** What happened to an order that went from one standing to another; null for nothing worth telling. */
function movement(before: Standing, after: Standing, said: LaboratoryNews['state']) {
  if (said === 'cancellation-refused')
    return before.state === 'pending-cancellation' ? 'cancellation-refused' : null
  const progress = progressOf(after)
  if (progress === progressOf(before)) return null
  return progress === 'draft' || progress === 'en-route' || progress === 'pending-cancellation'
    ? null
    : progress
}

/**
 * Applies one piece of news to its order. The turnaround runs from the sample's arrival, so the report's day is known
 * from then on. Throws NotApplicable where it is of no order, or of somebody else.
 */
export async function applyNews(
  db: GatewayTransaction,
  news: StoredNews,
  messageId: number | null,
  tell: TellNews,
): Promise<void> {
  const order = await orderOf(db, news)
  if (!order)
    throw new NotApplicable(
      `no submitted order ${news.orderId ?? ''} is known here (ORC-2, OBR-2)`.replace('  ', ' '),
    )
  if (news.patient && namesAnotherPatient(order.document.patients, news.patient))
    throw new NotApplicable(`PID names another patient than order ${order.id} (PID-5, PID-7)`)
  const said = saidBy(news)
  const before = { state: order.state, stateBeforeCancel: order.state_before_cancel }
  const after = said === null ? before : standingAfter(before, said)
  const number = order.accession_number ?? news.laboratoryNumber
  const arrives = progressOf(before) === 'en-route' && !['en-route', 'cancelled'].includes(progressOf(after))
  const kept = news.state === 'reported' ? await keepReport(db, order, news, messageId) : null
  await db
    .updateTable('orders')
    .set({
      state: after.state,
      state_before_cancel: after.stateBeforeCancel,
      accession_number: number,
      ...(arrives && order.turnaround_days !== null
        ? { expected_on: addWorkingDays(todayAtLaboratory(new Date()), order.turnaround_days) }
        : {}),
      ...(kept ? { report_opened_at: null } : {}),
      ...(after.state === 'reported' && order.reported_at === null ? { reported_at: sql<Date>`now()` } : {}),
    })
    .where('id', '=', order.id)
    .execute()
  if (arrives) await markArrived(db, order.id)
  const moved = movement(before, after, said)
  const happened = moved ?? kept
  if (happened === null) return
  await addLaboratoryEvent(db, order, happened, detailOf(happened, moved !== null, order, number, news))
  if (isOrderNews(happened)) await tell(db, { orderId: order.id, kind: happened })
}

function detailOf(
  happened: string,
  moved: boolean,
  order: Order,
  number: string | null,
  news: StoredNews,
): string {
  if (happened === 'cancellation-refused') return news.refusal
  if (!moved) return testName(order, news.testCode)
  return happened === 'accessioned' && number ? `as ${number}` : ''
}
