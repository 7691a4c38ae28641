import { sql, type Transaction } from 'kysely'
import type { EhrOrder } from '#domain/ehr/ehr-order.ts'
import { type Maps, mapped } from '#domain/ehr/maps.ts'
import {
  NO_REPORT,
  newResults,
  type OutgoingResult,
  type ResultSettings,
  type ResultStatus,
  type WrittenResult,
} from '#domain/ehr/results.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { OrderState } from '#domain/orders/status.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import type { ReportVersion } from '#domain/reports/history.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { askedOf, testMapsOf } from './asked.ts'

type Db = Transaction<Tables>

interface FiledOrder {
  id: number
  institution_code: string
  document: OrderDocument
}

/** How an order stands after what the laboratory sent. */
interface Filed {
  state: OrderState
  /** The codes of the tests that the laboratory cancelled one by one. */
  cancelledTests: readonly string[]
  reports: readonly ReportVersion[]
}

/**
 * Writes what hospitals are to be sent of an order, in the transaction that files what the laboratory sent: both are
 * committed, or neither. The order is locked, so what was written before is complete.
 */
export async function writeHospitalResults(db: Db, order: FiledOrder, filed: Filed): Promise<void> {
  const { rows: interfaces } = await sql<Receiver>`
    select r.interface_code as code, r.settings from ehr_results r
    where r.is_on and (r.institution_code = ${order.institution_code} and r.settings ->> 'orders' = 'institution'
      or exists (select from ehr_order e where e.order_id = ${order.id} and e.interface_code = r.interface_code))
    order by r.interface_code`.execute(db)
  for (const receiver of interfaces) await writeFor(db, receiver, order, filed)
}

interface Receiver {
  code: string
  settings: ResultSettings
}

interface TheirOrder {
  id: number
  placer: string
  content: EhrOrder | null
}

async function writeFor(db: Db, { code, settings }: Receiver, order: FiledOrder, filed: Filed) {
  const [written, hospitalOrders, maps] = await Promise.all([
    db
      .selectFrom('ehr_message_out')
      .select(['stream', 'status', 'keys', 'filler', 'held_until', 'outcome', 'ehr_order_id'])
      .where('order_id', '=', order.id)
      .where('interface_code', '=', code)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('ehr_order')
      .select(['id', 'placer', 'content'])
      .where('order_id', '=', order.id)
      .where('interface_code', '=', code)
      .orderBy('placer')
      .execute() as Promise<TheirOrder[]>,
    testMapsOf(db, code),
  ])
  const goOn = [...order.document.tests, ...order.document.addOnTests].filter(
    ({ testCode }) => !filed.cancelledTests.includes(testCode),
  )
  // The report of a test that the clinic added goes under one of them too.
  const hasMore = ({ id }: TheirOrder) =>
    goOn.some(({ testCode }) => orderOf(hospitalOrders, maps, testCode) === id)
  for (const one of settings.progress ? hospitalOrders : []) {
    const isNoneLeft = isEachCancelled(one, maps, filed.cancelledTests) && !hasMore(one)
    const progress = progressOf(filed, written, { of: one, isNoneLeft })
    if (progress === null) continue
    await add(db, code, order, {
      ...{ ehrOrderId: one.id, stream: NO_REPORT, status: progress, keys: '', filler: String(order.id) },
      ...{ result: progressResult(order, progress, { of: one, maps }), heldUntil: null },
    })
  }
  const about = { subjects: subjectsOf(order.document), takesOpen: settings.progress, now: new Date() }
  const fillers = new Map(written.map(({ stream, filler }) => [stream, filler]))
  for (const { stream, status, keys, result } of newResults(filed.reports, written, about)) {
    const filler = fillers.get(stream) ?? nextFiller(order.id, fillers)
    fillers.set(stream, filler)
    const heldUntil = heldUntilOf(
      settings,
      written.findLast((one) => one.stream === stream),
    )
    const ehrOrderId = orderOf(hospitalOrders, maps, result.test.code)
    const sent = { ...result, test: named(order, result.test) }
    await add(db, code, order, { ehrOrderId, stream, status, keys, filler, result: sent, heldUntil })
  }
}

/** A report that is gone names its test no more: as it was ordered. */
function named({ document }: FiledOrder, { code, name }: OutgoingResult['test']): OutgoingResult['test'] {
  const ordered = [...document.tests, ...document.addOnTests].find(({ testCode }) => testCode === code)
  return { code, name: name || (ordered?.testName ?? '') }
}

/** Each report of an order has a number of its own: an EHR replaces what has the same number. */
function nextFiller(orderId: number, fillers: ReadonlyMap<string, string>): string {
  const reports = [...fillers.keys()].filter((stream) => stream !== NO_REPORT).length
  return reports === 0 ? String(orderId) : `${orderId}-${reports + 1}`
}

/** The hospital's order that asked for a test; where none did, the first: a panel's report can have another code. */
function orderOf(hospitalOrders: readonly TheirOrder[], maps: Maps, test: string): number | null {
  const asked = hospitalOrders.find(({ content }) => askedOf(content, maps, test))
  return (asked ?? hospitalOrders[0])?.id ?? null
}

/**
 * What the hospital is told of its order without a report, once each; null for nothing new. Several of its orders may be one
 * here: each is cancelled with its own tests, whatever becomes of the others.
 */
function progressOf(
  { state }: Filed,
  written: readonly (WrittenResult & { ehr_order_id: number | null })[],
  { of, isNoneLeft }: { of: TheirOrder; isNoneLeft: boolean },
): ResultStatus | null {
  const own = written.filter(({ ehr_order_id }) => ehr_order_id === of.id)
  const told = (status: ResultStatus) => own.some((one) => one.stream === NO_REPORT && one.status === status)
  const hasReport = (all: readonly WrittenResult[]) => all.some(({ stream }) => stream !== NO_REPORT)
  if (state === 'cancelled' || isNoneLeft) return hasReport(own) || told('cancelled') ? null : 'cancelled'
  const isThere = state === 'accessioned' || state === 'in-process'
  return !isThere || hasReport(written) || told('received') ? null : 'received'
}

/** Whether every test that a hospital's order means here is cancelled. */
function isEachCancelled({ content }: TheirOrder, maps: Maps, cancelledTests: readonly string[]): boolean {
  const tests = content?.tests ?? []
  return tests.length > 0 && tests.every((test) => cancelledTests.includes(mapped(maps, 'test', test) ?? ''))
}

function progressResult(
  { document: { tests, addOnTests } }: FiledOrder,
  status: ResultStatus,
  { of: { content }, maps }: { of: TheirOrder; maps: Maps },
): OutgoingResult {
  const all = [...tests, ...addOnTests]
  const test = all.find(({ testCode }) => askedOf(content, maps, testCode)) ?? all[0]
  return {
    ...{ status, words: '', laboratory: '', signedBy: '', parts: [] },
    test: { code: test?.testCode ?? '', name: test?.testName ?? '' },
    madeAt: new Date().toISOString(),
  }
}

/** A first version waits for the clinic where the hospital wants that; a later one waits no longer than the first. */
function heldUntilOf(
  { release, releaseDays }: ResultSettings,
  before: { held_until: Date | null } | undefined,
): Date | null {
  if (release === 'at-once') return null
  if (before) return before.held_until
  return new Date(Date.now() + releaseDays * 24 * 3600 * 1000)
}

interface Added extends Omit<WrittenResult, 'outcome'> {
  ehrOrderId: number | null
  filler: string
  result: OutgoingResult
  heldUntil: Date | null
}

async function add(db: Db, code: string, { id, institution_code }: FiledOrder, added: Added): Promise<void> {
  const { ehrOrderId: ehr_order_id, heldUntil: held_until, result, ...columns } = added
  await db
    .insertInto('ehr_message_out')
    .values({
      ...{ interface_code: code, institution_code, order_id: id, ehr_order_id, held_until, ...columns },
      result: JSON.stringify(result),
    })
    .execute()
}
